import { gatewaySettings } from '@lead-finder/gateway';
import { readSettings, type SettingsSchema } from '@lead-finder/platform';
import { bootstrap, bootstrapSettings } from '../../src/bootstrap.js';
import { hostSettings, refuseHalfAddresses, type HostSettings } from '../../src/host.config.js';
import { services } from '../../src/roles.js';
import type { Manifest } from './build-overlay.js';
import { ofKind, podOf, workloads } from './pod-rules.js';
import { titleOf } from './strict-schema.js';

type Keys = Map<string, Record<string, string>>;

/** Returns the keys of each map and secret. The example stands for a secret that the operator creates. */
export function keysOf(objects: Manifest[], secret?: Record<string, string>): Keys {
  const text = (object: Manifest): Record<string, string> =>
    object.kind === 'Secret'
      ? Object.fromEntries(
          Object.entries<string>(object.data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
        )
      : object.data;
  const made = [...ofKind(objects, 'ConfigMap'), ...ofKind(objects, 'Secret')];
  const keys: Keys = new Map(made.map((object) => [titleOf(object), text(object)]));
  if (secret) keys.set('Secret/lead-finder', secret);
  return keys;
}

/** Returns references to a map, a secret or a key that does not exist. */
export function referenceProblems(objects: Manifest[], keys: Keys): string[] {
  const missing = (from: Manifest, source: string, key?: string) => {
    const known = keys.get(source);
    if (!known) return [`${titleOf(from)} refers to ${source}, which is not there`];
    return key !== undefined && !(key in known)
      ? [`${titleOf(from)} refers to ${key} of ${source}, which is not there`]
      : [];
  };
  const ofWorkloads = workloads(objects).flatMap((workload) => [
    ...podOf(workload).containers.flatMap(({ env = [], envFrom = [] }: Manifest) => [
      ...envFrom.flatMap(({ configMapRef }: Manifest) => missing(workload, `ConfigMap/${configMapRef.name}`)),
      ...env.flatMap(({ valueFrom }: Manifest) => {
        const { secretKeyRef, configMapKeyRef } = valueFrom ?? {};
        if (secretKeyRef) return missing(workload, `Secret/${secretKeyRef.name}`, secretKeyRef.key);
        return configMapKeyRef ? missing(workload, `ConfigMap/${configMapKeyRef.name}`, configMapKeyRef.key) : [];
      }),
    ]),
    ...(podOf(workload).volumes ?? []).flatMap(({ configMap }: Manifest) =>
      configMap ? missing(workload, `ConfigMap/${configMap.name}`) : [],
    ),
  ]);
  const ofScaling = ofKind(objects, 'TriggerAuthentication').flatMap((each) =>
    each.spec.secretTargetRef.flatMap(({ name, key }: Manifest) => missing(each, `Secret/${name}`, key)),
  );
  return [...ofWorkloads, ...ofScaling];
}

/** Returns the environment of a container as the cluster sets it. */
export function environmentOf(workload: Manifest, keys: Keys): Record<string, string> {
  const [{ env = [], envFrom = [] }] = podOf(workload).containers;
  const shared = envFrom.map(({ configMapRef }: Manifest) => keys.get(`ConfigMap/${configMapRef.name}`));
  const own = env.map(({ name, value, valueFrom }: Manifest) => [
    name,
    value ?? keys.get(`Secret/${valueFrom.secretKeyRef.name}`)?.[valueFrom.secretKeyRef.key] ?? '',
  ]);
  return Object.assign({}, ...shared, Object.fromEntries(own));
}

/** Returns settings that no schema reads, and values that the process would reject. */
export async function environmentProblems(objects: Manifest[], keys: Keys): Promise<string[]> {
  const roles = Object.fromEntries(
    await Promise.all(Object.entries(services).map(async ([name, load]) => [name, (await load()).settings])),
  ) as Record<string, SettingsSchema>;
  const schemas: Record<string, SettingsSchema> = { ...roles, gateway: gatewaySettings };
  const known = new Set(
    [hostSettings, bootstrapSettings, ...Object.values(schemas)].flatMap((schema) => Object.keys(schema.shape)),
  );
  // Only the product's roles: the servers of an overlay have an environment of their own.
  const own = workloads(objects).filter(
    ({ kind, metadata }) => kind === 'Deployment' || metadata.name === bootstrap.name,
  );
  return own.flatMap((workload) => {
    const environment = environmentOf(workload, keys);
    const strange = Object.keys(environment).filter((name) => !known.has(name));
    const problems = strange.map((name) => `${titleOf(workload)} sets ${name}, which nothing reads`);
    if (workload.kind === 'Job') return problems;
    try {
      const role = schemas[environment.SERVICES!];
      if (!role) return [...problems, `${titleOf(workload)} runs ${environment.SERVICES}, which is no role`];
      // The image sets these (Dockerfile).
      const image = { EMBEDDED: 'off', HOST: '0.0.0.0', PORT: '8080', HEALTH_PORT: '8081', DATA_DIR: '/data' };
      const [settings] = readSettings([hostSettings, role] as SettingsSchema[], { ...image, ...environment });
      refuseHalfAddresses(settings as HostSettings);
    } catch (error) {
      problems.push(`${titleOf(workload)}: ${(error as Error).message}`);
    }
    return problems;
  });
}
