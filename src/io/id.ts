/** What a document is called. */
export type Id = string | number;

export const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number';
