export { HammingbirdError, InvalidArgumentError, RecipeMismatchError } from '../errors.ts';
export {
  ConnectionLostError,
  DocumentExistsError,
  StoreClosedError,
  StoreFailedError,
  StoreLockedError,
} from '../store/errors.ts';
export type {
  Insertion,
  Json,
  NewDocument,
  SearchOptions,
  StoredDocument,
  StoredMatch,
  TextOrFingerprint,
} from '../store/store.ts';
export { ServiceError } from './errors.ts';
export { type BatchInsertion, Service, type ServiceOptions } from './service.ts';
