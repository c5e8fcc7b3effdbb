import type { Operation } from './operations.ts';
import { LINE_ANSWER, NEW_DOCUMENT, REFUSAL, type Schema } from './schemas.ts';

/** How lines are called over HTTP. */
export const LINES = 'application/x-ndjson';
export const BATCH = '/v1/documents/batch';

const REFUSALS: Readonly<Record<string, string>> = {
  400: 'it is not what it must be',
  401: 'the token is missing or wrong',
  404: 'there is none',
  408: 'it came too slowly',
  409: 'the id is stored with another fingerprint, or the fingerprint is by another recipe',
  413: 'it is too large',
  415: 'it is of another type, or compressed',
  421: 'without a token only this machine may ask',
  431: 'its headers are too large',
  503: 'too much is under way, the service stops, or the store is not reached: repeat it after Retry-After seconds',
};

/** The description of the service, made of the table and the schemas by which it works. */
export function openApi(operations: readonly Operation[], version: string, hasToken: boolean): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.url] = { ...paths[operation.url], [operation.method.toLowerCase()]: described(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'hammingbird',
      version,
      description: 'Fingerprints of documents, kept for years, and the question «was this seen before?».',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths: { ...paths, [BATCH]: { post: BATCH_DESCRIBED } },
    ...(hasToken
      ? { components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } }, security: [{ token: [] }] }
      : {}),
  };
}

function described({ name, summary, body, query, answer }: Operation): object {
  return {
    operationId: name,
    summary,
    ...(query ? { parameters: parameters(query) } : {}),
    ...(body ? { requestBody: content('application/json', body, { required: true }) } : {}),
    responses: responses(content('application/json', answer, { description: 'done' })),
  };
}

const BATCH_DESCRIBED: object = {
  operationId: 'insertEachIfNew',
  summary: 'As insertIfNew for each line, in order; the answers, a line each, come as documents are stored.',
  requestBody: content(LINES, NEW_DOCUMENT, { required: true }),
  responses: responses(content(LINES, LINE_ANSWER, { description: 'a line for each line that is not empty' })),
};

function responses(done: object): object {
  const refused = Object.entries(REFUSALS).map(([status, description]) => [
    status,
    content('application/json', REFUSAL, { description }),
  ]);
  return { 200: done, ...Object.fromEntries(refused) };
}

function content(type: string, schema: Schema, more: object): object {
  return { ...more, content: { [type]: { schema } } };
}

function parameters(query: Schema): object[] {
  const { properties, required } = query as { properties: Record<string, Schema>; required: readonly string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}
