import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isAddress } from '../../store/open-store.ts';

/** Whether a folder is that of a store. */
export const hasStore = (folder: string): boolean => existsSync(join(folder, 'hammingbird.json'));

/** Whether a reference is a store, or is to become one: an address, a folder with a store, or a name with a slash at its end. */
export function isStore(reference: string): boolean {
  return isAddress(reference) || hasStore(reference) || (/[/\\]$/.test(reference) && !existsSync(reference));
}

/** Where a store is, for messages: an address without user and password. */
export function withoutUser(where: string): string {
  return where.replace(/^([a-z][a-z0-9+.-]+:\/\/).*@/is, '$1').replace(/(?<=:\/\/.*[?&]\w*password=)[^&]*/gis, '…');
}

/** A message, which logs may keep: its addresses, also those that stand where a file was meant, are without user and password. */
export function withoutPasswords(message: string): string {
  return (
    message
      // From its :// on, since what stands before may be an id of a million letters.
      .replace(/(?<=[a-z0-9+.-]:\/\/)[^\s/]*@/gi, '')
      .replace(/(?<=:\/\/\S*[?&]\w*password=)[^\s&]*?(?=&|[:.]?(?:\s|$))/gi, '…')
  );
}
