import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { runFolder } from './index.js';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));

/** What CycloneDX 1.5 requires of the parts that npm writes (https://cyclonedx.org/docs/1.5/json). */
const component = z.object({
  'bom-ref': z.string().min(1),
  type: z.enum(['application', 'library']),
  name: z.string().min(1),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  scope: z.enum(['required', 'optional', 'excluded']),
  purl: z.string().regex(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@[\w.%+-]+$/),
  licenses: z
    .array(
      z.union([
        z.object({ license: z.object({ id: z.string() }) }),
        z.object({ license: z.object({ name: z.string() }) }),
        z.object({ expression: z.string() }),
      ]),
    )
    .optional(),
  hashes: z
    .array(
      z.object({
        alg: z.enum(['SHA-1', 'SHA-256', 'SHA-512']),
        content: z.string().regex(/^([\da-f]{40}|[\da-f]{64}|[\da-f]{128})$/),
      }),
    )
    .optional(),
});
const bill = z.object({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.5.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  serialNumber: z.string().regex(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
  version: z.int().positive(),
  metadata: z.object({
    timestamp: z.iso.datetime(),
    tools: z.array(z.object({ vendor: z.literal('npm') }).loose()),
    component,
  }),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

describe('npm run sbom', () => {
  let bom: z.output<typeof bill>;
  let parts: Set<string>;

  beforeAll(async () => {
    const file = path.join(runFolder('sbom'), 'bom.json');
    await promisify(execFile)(process.execPath, [path.join(workspace, 'scripts/sbom.mjs'), file]);
    bom = bill.parse(JSON.parse(readFileSync(file, 'utf8')));
    parts = new Set(bom.components.map(({ purl }) => decodeURIComponent(purl.slice('pkg:npm/'.length))));
  }, 120_000);

  it('describes the product, without broken references', () => {
    expect(bom.metadata.component).toMatchObject({ type: 'application', name: 'lead-finder' });
    const refs = [bom.metadata.component, ...bom.components].map((each) => each['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    const named = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !refs.includes(ref))).toEqual([]);
  });

  it('lists all packages of the running product, and none that only builds or tests', () => {
    const { packages } = JSON.parse(readFileSync(path.join(workspace, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; dev?: boolean; devOptional?: boolean; link?: boolean }>;
    };
    const installed = Object.entries(packages)
      .filter(([at, { dev, devOptional, link }]) => at.startsWith('node_modules/') && !dev && !devOptional && !link)
      .map(([at, { version }]) => `${at.split('node_modules/').at(-1)}@${version}`);
    expect(installed.length).toBeGreaterThan(150);
    expect(installed.filter((each) => !parts.has(each))).toEqual([]);
    const names = new Set([...parts].map((each) => each.replace(/@[^@]+$/, '')));
    for (const shipped of ['fastify', '@nestjs/core', 'zod', 'pg', '@lead-finder/gateway', '@lead-finder/users'])
      expect(names).toContain(shipped);
    for (const other of [
      'jest',
      'typescript',
      'vite',
      'oxlint',
      'nx',
      'playwright-core',
      '@lead-finder/testing',
      '@lead-finder/e2e',
    ])
      expect(names).not.toContain(other);
  });

  it('lists the packages that are built into the page', () => {
    const names = new Set([...parts].map((each) => each.replace(/@[^@]+$/, '')));
    for (const shipped of ['react', 'react-dom', 'bootstrap', 'leaflet', 'recharts', '@fontsource-variable/inter'])
      expect(names).toContain(shipped);
  });
});
