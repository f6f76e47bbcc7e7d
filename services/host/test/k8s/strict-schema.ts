import * as models from '@kubernetes/client-node/dist/gen/models/all.js';
import { z } from 'zod';
import type { Manifest } from './build-overlay.js';

interface Model {
  getAttributeTypeMap(): { baseName: string; type: string }[];
}

const named = z.strictObject({ name: z.string() });
const metadata = z.strictObject({ name: z.string(), namespace: z.string().optional() });
/** The parts of KEDA's API that k8s/ uses. */
const added: Record<string, z.ZodType> = {
  'keda.sh/v1alpha1 ScaledObject': z.strictObject({
    apiVersion: z.string(),
    kind: z.string(),
    metadata,
    spec: z.strictObject({
      scaleTargetRef: named,
      minReplicaCount: z.int(),
      maxReplicaCount: z.int(),
      pollingInterval: z.int(),
      cooldownPeriod: z.int(),
      triggers: z.array(
        z.strictObject({
          type: z.literal('redis'),
          authenticationRef: named,
          metadata: z.record(z.string(), z.string()),
        }),
      ),
    }),
  }),
  'keda.sh/v1alpha1 TriggerAuthentication': z.strictObject({
    apiVersion: z.string(),
    kind: z.string(),
    metadata,
    spec: z.strictObject({
      secretTargetRef: z.array(z.strictObject({ parameter: z.string(), name: z.string(), key: z.string() })),
    }),
  }),
};

export const titleOf = (object: Manifest) => `${object.kind}/${object.metadata?.name}`;

/** Returns the paths of fields that the API does not have, and of values with a wrong type. */
export function schemaProblems(object: Manifest): string[] {
  const { apiVersion, kind } = object;
  const own = added[`${apiVersion} ${kind}`];
  if (own)
    return (own.safeParse(object).error?.issues ?? []).map(
      (issue) => `${titleOf(object)}: ${issue.path.join('.')}: ${issue.message}`,
    );
  const version = String(apiVersion).split('/').at(-1)!;
  const type = version[0]!.toUpperCase() + version.slice(1) + kind;
  if (!modelOf(type)) return [`${titleOf(object)}: there is no ${kind} in ${apiVersion}`];
  return check(object, type, '').map((problem) => `${titleOf(object)}: ${problem}`);
}

const modelOf = (type: string) => (models as unknown as Record<string, Model | undefined>)[type];

function check(value: unknown, type: string, at: string): string[] {
  if (value === null || value === undefined) return [`${at}: is empty`];
  const [, item] = /^(?:Array|Set)<(.+)>$/.exec(type) ?? [];
  if (item) {
    if (!Array.isArray(value)) return [`${at}: expected a list of ${item}`];
    return value.flatMap((each, index) => check(each, item, `${at}[${index}]`));
  }
  const [, entry] = /^\{ \[key: string\]: (.+); \}$/.exec(type) ?? [];
  if (entry)
    return isMap(value)
      ? Object.entries(value).flatMap(([key, each]) => check(each, entry, `${at}.${key}`))
      : [`${at}: expected a map`];
  if (['number', 'boolean', 'string'].includes(type)) {
    return typeof value === type ? [] : [`${at}: expected a ${type}, got ${JSON.stringify(value)}`];
  }
  const model = modelOf(type);
  if (!model?.getAttributeTypeMap) return [];
  if (!isMap(value)) return [`${at}: expected ${type}`];
  const fields = new Map(model.getAttributeTypeMap().map(({ baseName, type: of }) => [baseName, of]));
  return Object.entries(value).flatMap(([key, each]) => {
    const field = fields.get(key);
    return field ? check(each, field, `${at}.${key}`) : [`${at}: has no field '${key}'`];
  });
}

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
