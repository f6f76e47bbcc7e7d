import type { z } from 'zod';

/** Returns a valid value of a schema, for specs over all contracts; `seed` varies it. */
export function sampleOf(schema: z.ZodType, seed = 1): unknown {
  const sample = build(schema as z.core.$ZodType as z.core.$ZodTypes, seed);
  return schema.parse(sample);
}

function build(schema: z.core.$ZodTypes, seed: number): unknown {
  const { def } = schema._zod;
  const inner = (type: z.core.$ZodType) => build(type as z.core.$ZodTypes, seed);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, type]) => [key, inner(type)]));
    case 'array':
      return [seed, seed + 1].map((each) => build(def.element as z.core.$ZodTypes, each));
    case 'record':
      return { [`key-${seed}`]: inner(def.valueType) };
    case 'string':
      return `text-${seed}`;
    case 'number':
      return seed;
    case 'boolean':
      return seed % 2 === 0;
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'union':
      return inner(def.options[0]!);
    case 'pipe':
      return inner(def.in);
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      return inner(def.innerType);
    case 'unknown':
    case 'any':
      return { seed };
    default:
      throw new Error(`No sample is known for a schema of type ${def.type}`);
  }
}
