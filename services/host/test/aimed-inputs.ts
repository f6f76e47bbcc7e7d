import type { RequestContract } from '@lead-finder/contracts';
import fc from 'fast-check';
import { z } from 'zod';
import type { Pool, Schema } from './fuzzed-requests.js';

/**
 * Returns inputs that the contract accepts, with values of the pool in every field whose name it knows. An optional
 * field without known values is a choice or absent.
 */
export function aimedInputs({ input }: RequestContract, pool: Pool, count: number): unknown[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const made = fc.sample(aimed(schema, '', pool), { numRuns: 12 * count, seed: 1 });
  return made.filter((value) => input.safeParse(value).success).slice(0, count);
}

const texts: Record<string, string> = { uuid: '00000000-0000-4000-8000-000000000000', uri: 'https://example.com' };

function aimed(schema: Schema, name: string, pool: Pool): fc.Arbitrary<unknown> {
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  // The id of a passkey is a text.
  const known = type === 'string' ? pool[name]?.filter((value) => typeof value === 'string') : pool[name];
  if (type === 'object') return aimedObject(schema, pool);
  if (type === 'array') return fc.array(aimed(schema.items ?? {}, name, pool), { minLength: 1, maxLength: 5 });
  if (branches?.some((each) => each.properties)) return fc.oneof(...branches.map((each) => aimed(each, name, pool)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (known?.length) return fc.constantFrom(...known);
  if (branches) return fc.oneof(...branches.map((each) => aimed(each, name, pool)));
  if ('const' in schema) return fc.constant(schema.const);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer' || type === 'number') return fc.constant(Math.max(schema.minimum ?? 1, 1));
  return fc.constant(texts[schema.format ?? ''] ?? 'text');
}

const isChoice = ({ type, enum: values, const: only }: Schema) => values ?? only ?? type === 'boolean';

function aimedObject({ properties = {}, required = [] }: Schema, pool: Pool): fc.Arbitrary<object> {
  const fields = Object.entries(properties).filter(
    ([name, each]) =>
      required.includes(name) || pool[name] || [each, ...(each.anyOf ?? [])].some(isChoice) || each.properties,
  );
  return fc.record(Object.fromEntries(fields.map(([name, each]) => [name, aimed(each, name, pool)])), {
    requiredKeys: required,
  });
}
