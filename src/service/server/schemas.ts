// What may be said to the service, and what it answers: the requests are checked by these, and /openapi.json shows them.

/** A schema in the words that JSON Schema draft 7, which checks, and OpenAPI 3.1 share. */
export type Schema = { readonly [keyword: string]: unknown };

const ID: Schema = { type: 'string', minLength: 1, maxLength: 1024, description: '1 to 1,024 bytes of UTF-8' };
const TEXT: Schema = { type: 'string', description: 'only its fingerprint is kept' };
const FINGERPRINT: Schema = {
  type: ['string', 'null'],
  pattern: '^[0-9a-fA-F]{16}$',
  description: '64 bits as hexadecimal digits, by the recipe of the store; null for a text without features',
};
const TIME: Schema = {
  type: 'integer',
  minimum: -8.64e15,
  maximum: 8.64e15,
  description: 'milliseconds since 1970',
};
const META: Schema = { description: 'any JSON, up to 65,536 bytes and 100 levels' };
const COUNT: Schema = { type: 'integer', minimum: 0 };
const DISTANCE: Schema = { type: 'integer', minimum: 0, maximum: 16 };
/** One of them, and not both; what is no object has neither. */
const TEXT_OR_FINGERPRINT = {
  oneOf: ['text', 'fingerprint'].map((field) => ({ type: 'object', required: [field] })),
};

function object(properties: Readonly<Record<string, Schema>>, required: readonly string[] = [], more = {}): Schema {
  return { type: 'object', properties, required, additionalProperties: false, ...more };
}

export const NEW_DOCUMENT = object(
  {
    id: ID,
    text: TEXT,
    fingerprint: FINGERPRINT,
    time: { ...TIME, description: 'milliseconds since 1970; now, if it is not given' },
    meta: META,
    recipe: { type: 'string', description: 'if it is given, that of the store' },
  },
  ['id'],
  TEXT_OR_FINGERPRINT,
);

/** @param maximum the distance for which the store was made */
export function queryWithin(maximum: number): Schema {
  const maxDistance = { ...DISTANCE, maximum };
  return object({ text: TEXT, fingerprint: FINGERPRINT, maxDistance, limit: COUNT }, [], TEXT_OR_FINGERPRINT);
}

export const BY_ID = object({ id: ID }, ['id']);
export const BEFORE = object({ before: TIME }, ['before']);

const STORED = { id: ID, fingerprint: FINGERPRINT, time: TIME, meta: META };
export const DOCUMENT = object(STORED, ['id', 'fingerprint', 'time']);
const MATCH = object({ ...STORED, distance: DISTANCE }, ['id', 'fingerprint', 'time', 'distance']);
const MATCHES: Schema = { type: 'array', items: MATCH, description: 'nearest first' };

const INSERTED = { inserted: { type: 'boolean' }, duplicates: MATCHES };
export const INSERTION = object(INSERTED, ['inserted', 'duplicates']);
export const FOUND = object({ matches: MATCHES }, ['matches']);
export const REMOVED = object({ removed: { type: 'boolean' } }, ['removed']);
export const EXPIRED = object({ expired: COUNT }, ['expired']);
export const ABOUT = object({ documents: COUNT, recipe: { type: 'string' }, maxDistance: DISTANCE }, [
  'documents',
  'recipe',
  'maxDistance',
]);

const WHY = object({ name: { type: 'string' }, message: { type: 'string' } }, ['name', 'message']);
export const REFUSAL = object({ error: WHY }, ['error']);

const LINE = { line: { type: 'integer', minimum: 1 }, id: { type: 'string' } };
const STATUS: Schema = { type: 'integer', minimum: 400, maximum: 599, description: 'that of HTTP, had it come alone' };
/** A line of what a batch is answered. */
export const LINE_ANSWER: Schema = {
  oneOf: [
    object({ ...LINE, ...INSERTED }, ['line', 'id', 'inserted', 'duplicates']),
    object({ ...LINE, status: STATUS, error: WHY }, ['line', 'status', 'error']),
  ],
};
