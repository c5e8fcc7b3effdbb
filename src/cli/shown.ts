/** Where a store is, for messages: an address without user and password. */
export function shown(where: string): string {
  return where.replace(/^([a-z][a-z0-9+.-]+:\/\/).*@/is, '$1').replace(/(:\/\/.*[?&]\w*password=)[^&]*/i, '$1…');
}
