import type { Address } from './address.ts';

/** What suffices for the user of a store, as ACL SETUSER takes it. */
export function rightsFor({ isCluster, database, prefix }: Address): string {
  const more = `${isCluster ? ' +cluster|slots' : ''}${database === 0 ? '' : ' +select'}`;
  return `~${prefix}:* +@read +@write +@scripting -@dangerous +ping +info${more}`;
}
