import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { kubectlPath } from '@lead-finder/testing';
import { parseAllDocuments } from 'yaml';

/** A Kubernetes object of any shape; the strict check validates it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- manifests are read as data of any shape
export type Manifest = any;

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));

/** Returns the objects that `kubectl apply -k` would apply from a folder below k8s/. */
export async function render(folder: string): Promise<Manifest[]> {
  // Kustomize reads remote bases over the network, so a copy of the folder names the checkout instead.
  await mkdir(path.join(workspace, '.cache'), { recursive: true });
  const copy = await mkdtemp(path.join(workspace, '.cache', 'k8s-'));
  try {
    await cp(path.join(workspace, 'k8s'), copy, { recursive: true });
    const file = path.join(copy, folder, 'kustomization.yaml');
    const depth = folder.split('/').map(() => '..');
    const local = (await readFile(file, 'utf8')).replace(
      /https:\/\/github\.com\/example\/lead-finder\/\/k8s\/([\w/-]+)\?ref=v[\d.]+/g,
      `${depth.join('/')}/$1`,
    );
    await writeFile(file, local);
    const kubectl = await kubectlPath();
    const { stdout } = await promisify(execFile)(kubectl, ['kustomize', path.dirname(file)], { maxBuffer: 2 ** 26 });
    return parseAllDocuments(stdout).map((document) => oneLine(document.toJS() as Manifest));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Joins the base64 of a secret, whose long lines kubectl breaks. */
function oneLine(object: Manifest): Manifest {
  if (object.kind === 'Secret')
    for (const key of Object.keys(object.data ?? {})) object.data[key] = object.data[key].replace(/\s/g, '');
  return object;
}
