// The OpenAPI description against the service: requests made from its schemas, whole and broken, and answers held to it.
import { Ajv } from 'ajv';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Served } from './served.ts';

// biome-ignore lint/suspicious/noExplicitAny: a description is JSON of any shape
type Any = any;

const ajv = new Ajv({ strict: false });
const RUNS = 150;

let served: Served;
let description: Any;
beforeAll(async () => {
  served = await Served.start();
  description = await (await fetch(`${served.url}/openapi.json`)).json();
});
afterAll(() => served.end());

/** Values that a schema allows. */
function allowed(schema: Any): Arbitrary<unknown> {
  if (schema.type === 'object') {
    const choices = (schema.oneOf ?? [{ required: [] }]).map(({ required }: Any) => required);
    const alternatives = choices.flat();
    return fc.oneof(
      ...choices.map((chosen: string[]) => {
        const names = Object.keys(schema.properties).filter(
          (one) => !alternatives.includes(one) || chosen.includes(one),
        );
        const model = Object.fromEntries(names.map((name) => [name, allowed(schema.properties[name])]));
        return fc.record(model, { requiredKeys: [...schema.required, ...chosen] as never[] });
      }),
    );
  }
  const type = [schema.type].flat();
  if (schema.pattern === '^[0-9a-fA-F]{16}$') {
    const hex = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((bits) => bits.toString(16).padStart(16, '0'));
    return type.includes('null') ? fc.option(hex) : hex;
  }
  if (type.includes('string')) {
    return fc.string({
      unit: 'binary',
      minLength: schema.minLength ?? 0,
      maxLength: Math.min(schema.maxLength ?? 300, 300),
    });
  }
  if (type.includes('integer')) {
    return fc.maxSafeInteger().map((n) => Math.min(Math.max(n, schema.minimum), schema.maximum ?? n));
  }
  return fc.jsonValue({ depthSize: 'medium' });
}

/** Such values, and such as are broken somewhere, and any others. */
function any(schema: Any): Arbitrary<unknown> {
  const good = allowed(schema);
  const field = fc.constantFrom(...Object.keys(schema.properties ?? { x: 0 }), 'unknown');
  const broken = fc
    .tuple(good, field, fc.jsonValue())
    .map(([value, name, other]) => ({ ...Object(value), [name]: other }));
  return fc.oneof({ weight: 3, arbitrary: good }, { weight: 2, arbitrary: broken }, fc.jsonValue());
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operation: Any;
}

const operations = (): Operation[] =>
  Object.entries(description.paths as Record<string, Any>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Sends it, and holds the answer to what the description says of such answers. */
async function ask({ method, path, operation }: Operation, input: unknown, isGood: boolean): Promise<number> {
  const [type, { schema = {} } = {}] = Object.entries(operation.requestBody?.content ?? {})[0] ?? ([] as Any);
  const query = operation.parameters
    ? `?${new URLSearchParams(Object.entries(Object(input)).map(([k, v]) => [k, typeof v === 'string' ? v : JSON.stringify(v)]))}`
    : '';
  const response = await fetch(served.url + path + query, {
    method,
    ...(type ? { headers: { 'content-type': type }, body: JSON.stringify(input) } : {}),
  });
  const text = await response.text();
  expect(response.status, text).toBeLessThan(500);
  const answer = operation.responses[response.status];
  expect(answer, `${response.status} is described`).toBeDefined();
  const [[answerType, described]] = Object.entries(answer.content) as Any;
  expect(response.headers.get('content-type')).toContain(answerType);
  const validate = ajv.compile(described.schema);
  for (const line of answerType.includes('ndjson') ? text.split('\n').slice(0, -1) : [text]) {
    expect([validate(JSON.parse(line)), validate.errors, line]).toEqual([true, null, line]);
  }
  // What its schema forbids is refused.
  if (!isGood && type === 'application/json' && !ajv.compile(schema)(input)) expect(response.status).toBe(400);
  return response.status;
}

describe('the description', () => {
  it('names every operation, and no two by one name', () => {
    const names = operations().map(({ operation }) => operation.operationId);
    expect(names.sort()).toEqual(['about', 'expire', 'get', 'insertEachIfNew', 'insertIfNew', 'remove', 'search']);
  });

  it.each(['about', 'expire', 'get', 'insertEachIfNew', 'insertIfNew', 'remove', 'search'])(
    'holds for %s, whatever it is asked',
    async (name) => {
      const one = operations().find(({ operation }) => operation.operationId === name)!;
      const { requestBody, parameters = [] } = one.operation;
      const body = requestBody && (Object.values(requestBody.content)[0] as Any).schema;
      const properties = Object.fromEntries(parameters.map(({ name, schema }: Any) => [name, schema]));
      const schema = body ?? { type: 'object', properties, required: Object.keys(properties) };
      let done = 0;
      await fc.assert(
        fc.asyncProperty(any(schema), async (input) => {
          if ((await ask(one, input, false)) === 200) done++;
        }),
        { numRuns: RUNS },
      );
      // Not all were refused: what is allowed was done.
      if (name !== 'get' && name !== 'remove') expect(done).toBeGreaterThan(0);
    },
  );
});
