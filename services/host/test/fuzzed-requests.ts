import fc from 'fast-check';

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  format?: string;
  pattern?: string;
}
export interface Operation {
  parameters: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema & { $ref?: string } }> }>;
}
export interface Fuzzed {
  route: string;
  path: string;
  /** JSON text as it is sent, so that it can hold values that no object can. */
  body: string | undefined;
}
/** Meaningful values: existing ids, texts that are almost valid. */
export type Pool = Record<string, unknown[]>;

const half = '\ud800';
const strange: unknown[] = [
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e300,
  '1e3',
  ' 1',
  '01',
  '9223372036854775808',
  '-0',
  'NaN',
  '',
  ' ',
  '\0',
  'a\0b',
  half,
  `a\udfffb`,
  '\ufeff',
  '%',
  '\\',
  "'; drop table users; --",
  '../..',
  '.',
  '..',
  '__proto__',
  'constructor',
  null,
  true,
  [],
  {},
  [[]],
  ['Imported'],
  { toString: 1 },
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
];
const huge = 'x'.repeat(1_000_000);
/** Fields that no client may set (ASVS 8.2.3). */
const forbidden = {
  role: 'admin',
  active: true,
  createdBy: 1,
  userId: 1,
  lockedUntil: null,
  tags: ['Imported'],
  id: 1,
  uuid: '00000000-0000-4000-8000-000000000000',
  passwordHash: 'x',
  version: -1,
  actor: { id: 1, role: 'admin' },
  ref: { id: 1 },
  scope: 'all',
  origin: { address: '::1' },
  after: '\0',
  constructor: { prototype: {} },
};

/** Creates values of a schema, and sometimes any other value instead. */
function valueOf(schema: Schema, name: string, pool: Pool): fc.Arbitrary<unknown> {
  const known = pool[name] ? [{ arbitrary: fc.constantFrom(...pool[name]), weight: 12 }] : [];
  return fc.oneof(
    ...known,
    { arbitrary: proper(schema, name, pool), weight: 8 },
    { arbitrary: fc.constantFrom(...strange), weight: 2 },
    { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 1 },
  );
}

function proper(schema: Schema, name: string, pool: Pool): fc.Arbitrary<unknown> {
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (branches) return fc.oneof(...branches.map((branch) => proper(branch, name, pool)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return objectOf(schema, pool);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name, pool), { maxLength: Math.min(schema.maxItems ?? 5, 5) });
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -5, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ noNaN: true, min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function textOf({ format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  const any = fc.string({ unit: 'binary', minLength: Math.min(minLength, 60), maxLength: Math.min(maxLength, 60) });
  if (format === 'email') return fc.emailAddress();
  if (format === 'uuid') return fc.uuid();
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return fc.oneof(any, fc.string({ minLength: Math.min(minLength, 60), maxLength: Math.min(maxLength, 60) }));
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, pool: Pool): fc.Arbitrary<object> {
  const entries = Object.entries(properties).map(([name, each]) => [name, valueOf(each, name, pool)] as const);
  const own = fc.record(Object.fromEntries(entries), { requiredKeys: [] });
  const complete = fc.record(Object.fromEntries(entries), { requiredKeys: required });
  const more =
    typeof additionalProperties === 'object'
      ? fc.dictionary(fc.string(), valueOf(additionalProperties, '', pool), { maxKeys: 3 })
      : fc.constant({});
  return fc
    .tuple(fc.oneof({ arbitrary: complete, weight: 9 }, { arbitrary: own, weight: 1 }), more)
    .map(([fields, rest]) => ({ ...rest, ...fields }));
}

/** Creates the body as text: mostly JSON of the schema, or forbidden fields, half a document, or a megabyte. */
function bodyOf(schema: Schema, pool: Pool): fc.Arbitrary<string> {
  const json = valueOf({ ...schema, type: 'object' }, '', pool);
  const trapped = fc.tuple(objectOf(schema, pool), fc.subarray(Object.entries(forbidden), { minLength: 1 }));
  return fc.oneof(
    { arbitrary: json.map((value) => JSON.stringify(value)), weight: 12 },
    {
      arbitrary: trapped.map(([value, traps]) => JSON.stringify({ ...Object.fromEntries(traps), ...value })),
      weight: 6,
    },
    { arbitrary: json.map((value) => `{"__proto__":{"role":"admin"},${JSON.stringify(value).slice(1)}`), weight: 1 },
    {
      arbitrary: objectOf(schema, pool).map((value) =>
        JSON.stringify(
          Object.fromEntries(
            Object.entries(value).map(([name, each]) => [name, typeof each === 'string' ? huge : each]),
          ),
        ),
      ),
      weight: 1,
    },
    { arbitrary: fc.constantFrom('', '{', 'null', '[]', '"text"', '1', '{"a":1,"a":2}', '[[[['), weight: 1 },
  );
}

const inAddress = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  // A URL cannot hold half a character: its bytes are rejected as malformed.
  return /\p{Surrogate}/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
};

const quotes = `it's "100%" \\ _ $1; -- /*`;
/** Cuts the text so that it passes the rules of a field. */
const quoted = (name: string) =>
  /email/i.test(name) ? "o'hara@example.com" : /website/i.test(name) ? "https://example.com/it's" : quotes;
const isText = ({ type, enum: values, format }: Schema) =>
  type === 'string' && !values && (!format || format === 'email');
const isNumber = ({ type }: Schema) => type === 'integer' || type === 'number';

/** The edge value of a field: quotes for a text; for a number, one more than a column holds. */
function edgeOf(schema: Schema, name: string): unknown {
  const branches = [schema, ...(schema.anyOf ?? [])];
  if (branches.some(isNumber)) return 2 ** 31;
  if (branches.some(isText)) return quoted(name);
  return schema.items && edgeOf(schema.items, name) !== undefined ? [edgeOf(schema.items, name)] : undefined;
}
const first = (schema: Schema, name: string, pool: Pool) =>
  pool[name]?.[0] ?? fc.sample(proper(schema, name, pool), { numRuns: 1, seed: 1 })[0];

/** Sets each field of an object to its edge value, one at a time, with the required fields. */
function edgeObjects(schema: Schema, pool: Pool): Record<string, unknown>[] {
  const { properties = {}, required = [] } = schema.properties
    ? schema
    : ((schema.anyOf ?? []).find((branch) => branch.properties) ?? {});
  const least = Object.fromEntries(required.map((name) => [name, first(properties[name]!, name, pool)]));
  return Object.entries(properties).flatMap(([name, each]) => {
    const edge = edgeOf(each, name);
    const values = edge === undefined ? edgeObjects(each, pool) : [edge];
    return values.map((value) => ({ ...least, [name]: value }));
  });
}

/** Creates requests to one operation, each with one text or number at its edge value (ASVS 1.2.4, 1.4.2). */
export function edgeRequests(method: string, template: string, operation: Operation, pool: Pool): Fuzzed[] {
  const route = `${method} ${template}`;
  const isIn = (location: string) => operation.parameters.filter((each) => each.in === location);
  const filled = (values: Pool) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => inAddress(values[name]?.[0] ?? 1));
  const least = isIn('query')
    .filter(({ required }) => required)
    .map(({ name, schema }) => `${name}=${inAddress(first(schema, name, pool))}&`);
  const body = operation.requestBody?.content['application/json']?.schema;
  // The description types each parameter of a path as a text.
  const inPath = isIn('path').map(({ name }) => ({
    [name]: [/uuid/i.test(name) ? quotes : /id$/i.test(name) ? 2 ** 31 : quotes],
  }));
  const inQuery = isIn('query').flatMap(({ name, schema }) =>
    [edgeOf(schema, name)]
      .flat()
      .filter((edge) => edge !== undefined)
      .map((edge) => `${name}=${inAddress(edge)}`),
  );
  return [
    ...inPath.map((edge) => ({
      route,
      path: filled({ ...pool, ...edge }),
      body:
        body &&
        JSON.stringify(
          Object.fromEntries((body.required ?? []).map((name) => [name, first(body.properties![name]!, name, pool)])),
        ),
    })),
    ...inQuery.map((edge) => ({ route, path: `${filled(pool)}?${least.join('')}${edge}`, body: undefined })),
    ...(body
      ? edgeObjects(body, pool).map((fields) => ({ route, path: filled(pool), body: JSON.stringify(fields) }))
      : []),
  ];
}

/** Creates one request to one operation of the description. */
export function requestTo(method: string, template: string, operation: Operation, pool: Pool): fc.Arbitrary<Fuzzed> {
  const isIn = (location: string) => operation.parameters.filter((each) => each.in === location);
  const entity = template.includes('/users/')
    ? 'userId'
    : template.includes('/notifications/')
      ? 'notificationId'
      : 'id';
  const inPath = fc.tuple(
    ...isIn('path').map(({ name, schema }) => valueOf(schema, name === 'id' ? entity : name, pool).map(inAddress)),
  );
  const one = isIn('query').map(({ name, schema }) =>
    fc.array(
      valueOf(schema, name, pool).map((value) => `${name}=${inAddress(value)}`),
      { maxLength: 2 },
    ),
  );
  const strays = fc.oneof(
    { arbitrary: fc.constant([] as string[]), weight: 8 },
    fc.constantFrom(
      ['__proto__=1'],
      ['a%00=1'],
      ['constructor=1'],
      ['&&=='],
      ['page=1', 'page=2'],
      ['after=%00'],
      ['scope=all'],
    ),
  );
  const schema = operation.requestBody?.content['application/json']?.schema;
  const body = schema ? bodyOf(schema, pool) : fc.constant(undefined);
  return fc.tuple(inPath, fc.tuple(...one), strays, body).map(([values, query, more, text]) => {
    const filled = values.reduce<string>((path, value) => path.replace(/\{\w+\}/, () => value || '%20'), template);
    const search = [...query.flat(), ...more].join('&');
    return { route: `${method} ${template}`, path: search ? `${filled}?${search}` : filled, body: text };
  });
}
