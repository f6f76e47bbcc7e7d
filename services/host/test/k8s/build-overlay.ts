import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

/** A Kubernetes object of any shape; the strict check validates it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- manifests are read as data of any shape
export type Manifest = any;

interface Generator {
  name: string;
  literals?: string[];
  files?: string[];
}

interface Kustomization {
  namespace?: string;
  resources?: string[];
  components?: string[];
  patches?: { path: string; target: { kind: string } }[];
  images?: { name: string; newName?: string; newTag?: string }[];
  configMapGenerator?: Generator[];
  secretGenerator?: Generator[];
}

const supported = [
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'patches',
  'images',
  'configMapGenerator',
  'secretGenerator',
];

export const overlay = (name: string) => fileURLToPath(new URL(`../../../../k8s/overlays/${name}`, import.meta.url));

/**
 * Builds a folder as `kubectl kustomize` does, for the part of Kustomize that k8s/ uses. Throws on any other part. The
 * names of generated maps and secrets have no hash here.
 */
export function buildOverlay(folder: string): Manifest[] {
  const kustomization = parse(readFileSync(path.join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((key) => !supported.includes(key));
  if (unknown.length > 0) throw new Error(`${folder} uses ${unknown.join(', ')}, which this reader does not know`);
  const parts = [...(kustomization.resources ?? []), ...(kustomization.components ?? [])];
  const objects = [...parts.flatMap((part) => read(path.join(folder, part))), ...generated(kustomization, folder)];
  for (const { path: file, target } of kustomization.patches ?? []) {
    const patch = parse(readFileSync(path.join(folder, file), 'utf8')) as Manifest;
    const isMeant = new RegExp(`^(${target.kind})$`);
    for (const object of objects) if (isMeant.test(object.kind)) merge(object.spec, patch.spec);
  }
  for (const object of objects) finish(object, kustomization);
  return objects;
}

function read(at: string): Manifest[] {
  if (existsSync(path.join(at, 'kustomization.yaml'))) return buildOverlay(at);
  return parseAllDocuments(readFileSync(at, 'utf8')).map((document) => document.toJS() as Manifest);
}

function generated({ configMapGenerator = [], secretGenerator = [] }: Kustomization, folder: string): Manifest[] {
  const made = (kind: string, { name, literals = [], files = [] }: Generator, value: (text: string) => string) => ({
    apiVersion: 'v1',
    kind,
    metadata: { name },
    ...(kind === 'Secret' && { type: 'Opaque' }),
    data: Object.fromEntries([
      ...literals.map((each) => [each.slice(0, each.indexOf('=')), value(each.slice(each.indexOf('=') + 1))]),
      ...files.map((file) => [file, value(readFileSync(path.join(folder, file), 'utf8'))]),
    ]),
  });
  return [
    ...configMapGenerator.map((each) => made('ConfigMap', each, (text) => text)),
    ...secretGenerator.map((each) => made('Secret', each, (text) => Buffer.from(text).toString('base64'))),
  ];
}

/** The keys by which Kubernetes identifies the items of a list, if not by name. */
const identities: Record<string, string> = { ports: 'containerPort', volumeMounts: 'mountPath' };

/** A strategic merge: it merges maps, merges lists of objects by their keys, and replaces other lists. */
function merge(into: Manifest, patch: Manifest): void {
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || key.startsWith('$'))
      throw new Error(`A patch has ${key}: ${value}, which this reader does not know`);
    const identity = identities[key] ?? 'name';
    if (Array.isArray(value) && Array.isArray(into[key]) && value.every((each) => each?.[identity])) {
      for (const each of value) {
        const same = into[key].find((one: Manifest) => one[identity] === each[identity]);
        if (same) merge(same, each);
        else into[key].push(structuredClone(each));
      }
    } else if (isMap(value) && isMap(into[key])) merge(into[key], value);
    else into[key] = structuredClone(value);
  }
}

const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

function finish(object: Manifest, { namespace, images = [] }: Kustomization): void {
  if (namespace && object.kind !== 'Namespace') object.metadata.namespace = namespace;
  for (const container of object.spec?.template?.spec?.containers ?? []) {
    const image = images.find(({ name }) => name === container.image.split(':')[0]);
    if (image) container.image = `${image.newName ?? image.name}:${image.newTag ?? 'latest'}`;
  }
}
