import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { kubectlPath } from '@lead-finder/testing';
import { parseAllDocuments } from 'yaml';

/** A Kubernetes object of any shape; the strict check validates it. */
// oxlint-disable-next-line @typescript-eslint/no-explicit-any -- manifests are read as data of any shape
export type Manifest = any;

const workspace = fileURLToPath(new URL('../../../../', import.meta.url));

/** Returns the objects that `kubectl apply -k` would apply from a folder of the workspace. */
export async function render(folder: string): Promise<Manifest[]> {
  // Kustomize reads remote bases over the network, so a copy of the folder names the checkout instead.
  await mkdir(path.join(workspace, '.cache'), { recursive: true });
  const copy = await mkdtemp(path.join(workspace, '.cache', 'k8s-'));
  try {
    for (const each of ['k8s', folder])
      await cp(path.join(workspace, each), path.join(copy, each), { recursive: true });
    const files = await readdir(copy, { recursive: true });
    for (const file of files.filter((each) => each.endsWith('kustomization.yaml'))) await nameCheckout(copy, file);
    const kubectl = await kubectlPath();
    const { stdout } = await promisify(execFile)(kubectl, ['kustomize', path.join(copy, folder)], {
      maxBuffer: 2 ** 26,
    });
    return parseAllDocuments(stdout).map((document) => oneLine(document.toJS() as Manifest));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function nameCheckout(copy: string, file: string): Promise<void> {
  const toCopy = path.relative(path.dirname(file), '.');
  const text = await readFile(path.join(copy, file), 'utf8');
  const remote = /https:\/\/github\.com\/example\/lead-finder\/\/([\w/-]+)\?ref=v[\w.-]+/g;
  await writeFile(path.join(copy, file), text.replace(remote, `${toCopy}/$1`));
}

/** Joins the base64 of a secret, whose long lines kubectl breaks. */
function oneLine(object: Manifest): Manifest {
  if (object.kind === 'Secret')
    for (const key of Object.keys(object.data ?? {})) object.data[key] = object.data[key].replace(/\s/g, '');
  return object;
}
