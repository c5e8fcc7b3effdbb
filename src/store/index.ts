export { CorruptDataError, HammingbirdError, InvalidArgumentError, RecipeMismatchError } from '../errors.ts';
export type { Recipe } from '../fingerprint/recipe.ts';
export type { Text } from '../fingerprint/text.ts';
export { InputError } from '../io/errors.ts';
export {
  ConnectionLostError,
  DocumentExistsError,
  MissingPackageError,
  NoStoreError,
  StoreClosedError,
  StoreFailedError,
  StoreLockedError,
  StoreMismatchError,
} from './errors.ts';
export { openStore, rebuildStore } from './open-store.ts';
export type { StoreOptions } from './settings.ts';
export type {
  CheckReport,
  Insertion,
  Json,
  NewDocument,
  RebuildReport,
  SearchOptions,
  Store,
  StoredDocument,
  StoredMatch,
  TextOrFingerprint,
} from './store.ts';
