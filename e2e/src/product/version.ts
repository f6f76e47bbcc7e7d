import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

export const workspace = fileURLToPath(new URL('../../..', import.meta.url));

/** A built version of the product, and how its manifests let a gateway end. */
export interface Version {
  folder: string;
  preStopMs: number;
  drainSeconds: string;
}

interface Workload {
  kind: string;
  spec: { template: { spec: { containers: [Container] } } };
}
interface Container {
  env: { name: string; value?: string }[];
  lifecycle?: { preStop?: { exec?: { command: string[] } } };
}

export function versionIn(folder: string): Version {
  const documents = parseAllDocuments(readFileSync(path.join(folder, 'k8s/base/gateway.yaml'), 'utf8'));
  const workloads = documents.map((document) => document.toJS() as Workload);
  const [{ env, lifecycle }] = workloads.find(({ kind }) => kind === 'Deployment')!.spec.template.spec.containers;
  const [command, seconds] = lifecycle?.preStop?.exec?.command ?? [];
  return {
    folder,
    preStopMs: command === 'sleep' ? Number(seconds) * 1_000 : 0,
    drainSeconds: env.find(({ name }) => name === 'DRAIN_SECONDS')?.value ?? '0',
  };
}

export const thisVersion = versionIn(workspace);
