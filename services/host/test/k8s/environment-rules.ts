import { readFileSync } from 'node:fs';
import { gatewaySettings } from '@lead-finder/gateway';
import { fileVariables, readSettings, type SettingsSchema } from '@lead-finder/platform';
import { bootstrapSettings } from '../../src/bootstrap.js';
import { hostSettings, refuseHalfAddresses, type HostSettings } from '../../src/host.config.js';
import { services } from '../../src/roles.js';
import { containersOf, isOwn, isService, ofKind, podOf, workloads } from './pod-rules.js';
import type { Manifest } from './render.js';
import { titleOf } from './strict-schema.js';

export type Keys = Map<string, Record<string, string>>;

/** The keys that the operator's secret manager holds. */
const exampleSecret = () => {
  const file = new URL('../../../../k8s/overlays/production/secret.example.env', import.meta.url);
  const lines = readFileSync(file, 'utf8').split('\n');
  const settings = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s) as [string, string]);
  return Object.fromEntries(settings);
};

/** Returns the keys of each map and secret. */
export function keysOf(objects: Manifest[]): Keys {
  const decoded = (data: Record<string, string>) =>
    Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
  return new Map([
    ...ofKind(objects, 'ConfigMap').map((object): [string, Record<string, string>] => [titleOf(object), object.data]),
    ...ofKind(objects, 'Secret').map((object): [string, Record<string, string>] => [
      titleOf(object),
      object.stringData ?? decoded(object.data),
    ]),
    ...ofKind(objects, 'ExternalSecret').map((object): [string, Record<string, string>] => [
      `Secret/${object.spec.target.name}`,
      exampleSecret(),
    ]),
  ]);
}

/** Returns references to a map, a secret or a key that does not exist. */
export function referenceProblems(objects: Manifest[]): string[] {
  const keys = keysOf(objects);
  const missing = (from: Manifest, source: string, { key, optional }: { key?: string; optional?: boolean } = {}) => {
    const known = keys.get(source);
    if (!known) return [`${titleOf(from)} refers to ${source}, which is not there`];
    return key === undefined || optional || key in known
      ? []
      : [`${titleOf(from)} refers to ${key} of ${source}, which is not there`];
  };
  const ofWorkloads = workloads(objects).flatMap((workload) => [
    ...containersOf(workload).flatMap(({ env = [], envFrom = [] }: Manifest) => [
      ...envFrom.flatMap(({ configMapRef }: Manifest) => missing(workload, `ConfigMap/${configMapRef.name}`)),
      ...env.flatMap(({ valueFrom }: Manifest) =>
        valueFrom ? missing(workload, `Secret/${valueFrom.secretKeyRef.name}`, valueFrom.secretKeyRef) : [],
      ),
    ]),
    ...(podOf(workload).volumes ?? []).flatMap(({ configMap, secret }: Manifest) => [
      ...(configMap ? missing(workload, `ConfigMap/${configMap.name}`) : []),
      ...(secret?.items ?? []).flatMap((item: Manifest) => missing(workload, `Secret/${secret.secretName}`, item)),
    ]),
  ]);
  const ofScaling = ofKind(objects, 'TriggerAuthentication').flatMap((each) =>
    each.spec.secretTargetRef.flatMap(({ name, key }: Manifest) => missing(each, `Secret/${name}`, { key })),
  );
  return [...ofWorkloads, ...ofScaling];
}

/** Returns the secrets that the first container finds as files, by path. */
function filesOf(workload: Manifest, keys: Keys): Record<string, string> {
  const [{ volumeMounts = [] }] = containersOf(workload);
  const files = volumeMounts.flatMap(({ name, mountPath }: Manifest) => {
    const { secret } = (podOf(workload).volumes ?? []).find((volume: Manifest) => volume.name === name) ?? {};
    const values = keys.get(`Secret/${secret?.secretName}`) ?? {};
    return (secret?.items ?? []).map(({ key, path }: Manifest) => [`${mountPath}/${path}`, values[key]]);
  });
  return Object.fromEntries(files);
}

/** Returns the environment of the first container that starts, as the cluster sets it, with the secrets of its files. */
export function environmentOf(workload: Manifest, keys: Keys): Record<string, string> {
  const [{ env = [], envFrom = [] }] = containersOf(workload);
  const shared = envFrom.map(({ configMapRef }: Manifest) => keys.get(`ConfigMap/${configMapRef.name}`));
  const own = env.map(({ name, value, valueFrom }: Manifest) => [
    name,
    value ?? keys.get(`Secret/${valueFrom.secretKeyRef.name}`)?.[valueFrom.secretKeyRef.key] ?? '',
  ]);
  const environment: Record<string, string> = Object.assign({}, ...shared, Object.fromEntries(own));
  const files = filesOf(workload, keys);
  const read = Object.entries(environment).map(([variable, value]) => {
    const name = variable.replace(/_FILE$/, '');
    // The process itself rejects an empty file, and a variable beside the file.
    return name !== variable && files[value] && !environment[name] ? [name, files[value]] : [variable, value];
  });
  return Object.fromEntries(read);
}

const schemas = async (): Promise<Record<string, SettingsSchema>> => ({
  ...Object.fromEntries(
    await Promise.all(Object.entries(services).map(async ([name, load]) => [name, (await load()).settings])),
  ),
  gateway: gatewaySettings,
});

/** Returns what a process reads from its environment: the settings of its host and of its role. */
export async function settingsOf(workload: Manifest, keys: Keys): Promise<[HostSettings, Record<string, unknown>]> {
  const environment = environmentOf(workload, keys);
  const role = (await schemas())[environment.SERVICES ?? ''];
  // The image sets these (Dockerfile).
  const image = { EMBEDDED: 'off', HOST: '0.0.0.0', PORT: '8080', HEALTH_PORT: '8081', DATA_DIR: '/data' };
  const read: SettingsSchema[] = [hostSettings, ...(role ? [role] : [])];
  const files = filesOf(workload, keys);
  const empty = read
    .flatMap(fileVariables)
    .filter(({ variable, mayBeEmpty }) => mayBeEmpty && files[environment[variable] ?? ''] === '')
    .map(({ variable }) => [variable, '']);
  const [host, own = {}] = readSettings(read, { ...image, ...environment, ...Object.fromEntries(empty) });
  return [host as HostSettings, own as Record<string, unknown>];
}

/** What a process needs to stop after it has drained (docs/operations.md#upgrade-and-rollback). */
const stopSeconds = 15;

/** Returns settings that no schema reads, values that the process would reject, and drains that a kill would cut off. */
export async function environmentProblems(objects: Manifest[]): Promise<string[]> {
  const keys = keysOf(objects);
  const roles = await schemas();
  const known = new Set(
    [hostSettings, bootstrapSettings, ...Object.values(roles)].flatMap((schema) => [
      ...Object.keys(schema.shape),
      ...fileVariables(schema).map(({ variable }) => variable),
    ]),
  );
  // Node.js itself reads it.
  known.add('NODE_EXTRA_CA_CERTS');
  const found = workloads(objects)
    .filter(isOwn)
    .map(async (workload) => {
      const environment = environmentOf(workload, keys);
      const strange = Object.keys(environment).filter((name) => !known.has(name));
      const problems = strange.map((name) => `${titleOf(workload)} sets ${name}, which nothing reads`);
      try {
        const [settings, { DRAIN_SECONDS: drain }] = await settingsOf(workload, keys);
        if (isService(workload)) refuseHalfAddresses(settings);
        const { terminationGracePeriodSeconds: grace = 30 } = podOf(workload);
        if (typeof drain === 'number' && drain + stopSeconds > grace)
          problems.push(`${titleOf(workload)} drains for ${drain} s and is killed after ${grace} s`);
      } catch (error) {
        problems.push(`${titleOf(workload)}: ${(error as Error).message}`);
      }
      return problems;
    });
  return (await Promise.all(found)).flat();
}

/** Returns the probes of another host than that of the product's page. */
export function probeProblems(objects: Manifest[]): string[] {
  const gateway = ofKind(objects, 'Deployment').find(({ metadata }) => metadata.name === 'gateway');
  const { PUBLIC_URL = '' } = environmentOf(gateway, keysOf(objects));
  return ofKind(objects, 'Probe').flatMap((probe) =>
    (probe.spec.targets.staticConfig.static as string[])
      .filter((target) => new URL(target).origin !== PUBLIC_URL.replace(/\/$/, ''))
      .map((target) => `${titleOf(probe)} requests ${target}, but PUBLIC_URL is ${PUBLIC_URL}`),
  );
}
