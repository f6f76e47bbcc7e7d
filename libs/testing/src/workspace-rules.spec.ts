import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { runFolder } from './index.js';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const copy = runFolder('rules');
let count = 0;
let diagnostics: { filename: string; code: string }[] | undefined;

/** Writes the text beside a copy of the rules as a file of its own, and returns the file. */
function given(file: string, text: string): string {
  const name = path.join(path.dirname(file), `${++count}-${path.basename(file)}`);
  mkdirSync(path.join(copy, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(copy, name), text);
  return name;
}

/** Lints all given files at once, because a start takes longer than they do. */
function lint(): { filename: string; code: string }[] {
  for (const part of ['.oxlintrc.json', 'scripts/lint'])
    cpSync(path.join(workspace, part), path.join(copy, part), { recursive: true });
  const oxlint = path.join(workspace, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json'], { cwd: copy, encoding: 'utf8' });
  return (JSON.parse(stdout) as { diagnostics: [] }).diagnostics;
}

/** Returns the names of the rules that reject the file. */
const refusals = (file: string) =>
  (diagnostics ??= lint()).filter(({ filename }) => filename === file).map(({ code }) => code);

const using = (source: string, name = 'value') =>
  `import { ${name} } from '${source}';\nexport const result = ${name};\n`;
const leads = 'services/leads/src';
const boundaries = ['lead-finder(boundaries)'];

describe('the names of the field', () => {
  it.each(
    (
      [
        ['export const mostRows = 3;', 1],
        ['export class EventHearer {}', 1],
        ['// Surroundings of a process.\nexport const size = 3;', 1],
        ['export const maxRows = 3; // Published by the relay.', 0],
        ['// Told by the relay.\nexport const size = 3;', 1],
        ["export const text = 'whoever asks';", 0],
        ["// Shows 'Nobody found', and the column `kept`.\nexport const kept = 3;", 0],
        ["it('tells nobody', () => undefined);", 2],
        ['describe.each([1])(`keeps what is kept at ${1}`, () => undefined);', 1],
        ['it(\'shows "Nobody found"\', () => undefined);', 0],
        ["expect('nobody').toBe('nobody');", 0],
      ] as const
    ).map(([text, times]) => ({ text, times, file: given(`${leads}/lead/lead.ts`, `${text}\n`) })),
  )('$text breaks the rule $times times', ({ file, times }) => {
    expect(refusals(file)).toEqual(Array(times).fill('lead-finder(plain-words)'));
  });
});

describe('the imports between projects', () => {
  const imports = (rows: [file: string, source: string, name?: string][]) =>
    rows.map(([file, source, name]) => ({ from: file, source, file: given(file, using(source, name)) }));

  it.each(
    imports([
      ['libs/contracts/src/leads/leads.ts', 'luxon'],
      ['libs/contracts/src/leads/leads.ts', 'node:crypto'],
      ['libs/contracts/src/leads/leads.ts', '@lead-finder/platform'],
      ['libs/platform/src/bus/bus.ts', '@lead-finder/leads'],
      [`${leads}/lead/lead.handlers.ts`, '@lead-finder/users'],
      [`${leads}/lead/lead.handlers.ts`, '@lead-finder/gateway'],
      [`${leads}/lead/lead.handlers.ts`, '@lead-finder/testing'],
      [`${leads}/lead/lead.handlers.ts`, '@lead-finder/platform/src/bus/bus.js'],
      [`${leads}/lead/lead.handlers.ts`, '../../../users/src/user.entity.js'],
      [`${leads}/lead/lead.handlers.ts`, '../../../../scripts/prepare.mjs'],
      ['gateway/src/routes/leads.controller.ts', '@lead-finder/leads'],
      ['web/src/app/api.ts', '@lead-finder/platform'],
      ['services/host/src/roles.ts', '@lead-finder/testing'],
      ['services/host/src/roles.ts', '@lead-finder/leads/src/lead.entity.js'],
      ['libs/testing/src/nats.ts', '@lead-finder/leads'],
      ['e2e/src/sign-in.spec.ts', '@lead-finder/leads'],
      // Entities, policies and rules know neither Nest nor the bus.
      ...['entity', 'policy', 'rules'].flatMap((role): [string, string, string?][] => [
        [`${leads}/lead/lead.${role}.ts`, '@nestjs/common'],
        [`${leads}/lead/lead.${role}.ts`, '@lead-finder/platform', 'Bus'],
      ]),
      ['web/src/features/my-day/my-day-page.tsx', '../leads/lead-table.js'],
      ['web/src/ui/table.tsx', '../features/leads/lead-table.js'],
    ]),
  )('$from may not import $source', ({ file }) => {
    expect(refusals(file)).toEqual(boundaries);
  });

  it.each(
    imports([
      ['libs/contracts/src/leads/leads.ts', 'zod'],
      ['libs/platform/src/bus/bus.ts', '@lead-finder/contracts'],
      ['libs/platform/src/bus/bus.spec.ts', '@lead-finder/testing'],
      [`${leads}/lead/lead.handlers.ts`, '@lead-finder/platform'],
      [`${leads}/lead/lead.handlers.ts`, '../lead-list/list.views.js'],
      [`${leads}/lead/lead.handlers.spec.ts`, '@lead-finder/testing'],
      ['services/host/src/roles.ts', '@lead-finder/leads'],
      ['services/host/src/roles.ts', '@lead-finder/gateway'],
      ['e2e/src/product.ts', '@lead-finder/testing'],
      ...['entity', 'policy', 'rules'].map((role): [string, string, string] => [
        `${leads}/lead/lead.${role}.ts`,
        '@lead-finder/platform',
        'AppError',
      ]),
      ['web/src/app/routes.tsx', '../features/leads/lead-table.js'],
      ['web/src/features/leads/leads-page.tsx', './lead-table.js'],
    ]),
  )('$from may import $source', ({ file }) => {
    expect(refusals(file)).toEqual([]);
  });

  it.each(
    [
      "export const load = () => import('@lead-finder/users');\n",
      "export * from '@lead-finder/users';\n",
      "export { a } from '@lead-finder/users';\n",
    ].map((text) => ({ text, file: given(`${leads}/a.ts`, text) })),
  )('are also checked in $text', ({ file }) => {
    expect(refusals(file)).toEqual(boundaries);
  });
});

describe('circles of imports', () => {
  const folder = 'libs/platform/src/bus';
  const file = (text: (own: string) => string) => given(`${folder}/bus.ts`, text(`./${count + 1}-bus.js`));
  const circles = [
    { kind: 'that other files close', file: file(() => using('./handle.js')) },
    { kind: 'of one file', file: file((own) => `import type { A } from '${own}';\nexport type B = A;\n`) },
    { kind: 'of types', file: file(() => "import type { A } from './handle.js';\nexport type B = A;\n") },
    { kind: 'by export from', file: file(() => "export * from './handle.js';\n") },
  ];
  const lazy = file(() => "export const load = () => import('./handle.js');\n");
  const elsewhere = file(() => using('./envelope.js'));
  const back = [...circles.map((each) => each.file), lazy, elsewhere].map(
    (each) => `export * from './${path.basename(each, '.ts')}.js';\n`,
  );
  writeFileSync(path.join(copy, folder, 'handle.ts'), back.join(''));
  writeFileSync(path.join(copy, folder, 'envelope.ts'), 'export const value = 1;\n');

  it.each(circles)('are rejected: $kind', (circle) => {
    expect(refusals(circle.file)).toEqual(['lead-finder(circles)']);
  });

  it('are not seen in imports that lead elsewhere or are lazy', () => {
    expect([lazy, elsewhere].flatMap(refusals)).toEqual([]);
  });
});

describe('the rules for every file', () => {
  const lines = (size: number) => `export {};${'\n'.repeat(size)}`;
  const rows = (all: [what: string, file: string, text: string, rule?: string][]) =>
    all.map(([what, file, text, rule]) => ({ what, rule, file: given(file, text) }));

  it.each(
    rows([
      [
        'the environment outside of the configuration',
        `${leads}/a.ts`,
        'export const a = process.env.PORT;\n',
        'lead-finder(environment)',
      ],
      ['the environment by another name', `${leads}/a.ts`, using('node:process', 'env'), 'lead-finder(environment)'],
      ['a default export', `${leads}/a.ts`, 'export default 1;\n', 'lead-finder(default-export)'],
      ['a default export in a spec', `${leads}/a.spec.ts`, 'export default 1;\n', 'lead-finder(default-export)'],
      ['console in a service', `${leads}/a.ts`, "console.log('a');\n", 'eslint(no-console)'],
      ['a file of 301 lines', `${leads}/a.ts`, lines(301), 'eslint(max-lines)'],
      ['a spec of 501 lines', `${leads}/a.spec.ts`, lines(501), 'eslint(max-lines)'],
      ['a folder named utils', `${leads}/utils/a.ts`, lines(1), 'lead-finder(folder-names)'],
      ['a folder named helpers', 'web/src/helpers/a.ts', lines(1), 'lead-finder(folder-names)'],
      [
        'a hook in a condition',
        'web/src/ui/use-a.ts',
        "import { useRef } from 'react';\nexport function useA(a: boolean) {\n  return a ? useRef(1) : null;\n}\n",
        'react-hooks(rules-of-hooks)',
      ],
      [
        'markup in React',
        'web/src/ui/a.tsx',
        'export const A = ({ text }: { text: string }) => <b dangerouslySetInnerHTML={{ __html: text }} />;\n',
        'lead-finder(markup)',
      ],
      [
        'markup in an element',
        'web/src/ui/a.ts',
        "export const a = (text: string) => (document.createElement('b').innerHTML = text);\n",
        'lead-finder(markup)',
      ],
      [
        'markup on the map',
        'web/src/ui/a.ts',
        "import { DivIcon } from 'leaflet';\nexport const a = (text: string) => new DivIcon({ html: `<b>${text}</b>` });\n",
        'lead-finder(markup)',
      ],
      [
        'text that is run',
        `${leads}/a.ts`,
        'export const a = (text: string): unknown => eval(text);\n',
        'eslint(no-eval)',
      ],
    ]),
  )('refuse $what', ({ file, rule }) => {
    expect(refusals(file)).toEqual([rule]);
  });

  it.each(
    rows([
      ['the environment in a configuration file', `${leads}/leads.config.ts`, 'export const a = process.env.PORT;\n'],
      ['the environment in a spec', `${leads}/a.spec.ts`, 'export const a = process.env.PORT;\n'],
      ['console in the host', 'services/host/src/main.ts', "console.log('a');\n"],
      ['a file of 300 lines', `${leads}/a.ts`, lines(300)],
      ['a spec of 500 lines', `${leads}/a.spec.ts`, lines(500)],
      [
        'an injected class imported as a value',
        `${leads}/a.ts`,
        "import { Bus } from '@lead-finder/platform';\nexport class A {\n  constructor(readonly bus: Bus) {}\n}\n",
      ],
    ]),
  )('allow $what', ({ file }) => {
    expect(refusals(file)).toEqual([]);
  });
});

describe('the versions of packages', () => {
  const within = (folder: string) => readdirSync(path.join(workspace, folder)).map((name) => `${folder}/${name}`);
  const manifests = ['.', ...within('libs'), ...within('services'), 'gateway', 'web', 'e2e']
    .map((folder) => path.join(workspace, folder, 'package.json'))
    .filter((file) => existsSync(file));

  it('are exact, except those of the workspace', () => {
    const wanted = manifests.flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8'));
      return Object.entries<string>({ ...dependencies, ...devDependencies }).map(
        ([name, version]) => `${name} ${version}`,
      );
    });
    expect(wanted.length).toBeGreaterThan(50);
    expect(
      wanted.filter((each) => !/^@lead-finder\/\w+ \*$| (npm:[\w/@-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(each)),
    ).toEqual([]);
  });
});

describe('the lock file', () => {
  const check = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(workspace, 'scripts/check-lock.mjs'), ...args]);
  const lock = path.join(workspace, 'package-lock.json');

  it('has the version, address and checksum of every package for every platform', async () => {
    expect((await check()).stdout.trim()).toBe('package-lock.json is complete.');
  });

  it('is rejected if a platform lacks its build or an entry its checksum', async () => {
    const { packages } = JSON.parse(readFileSync(lock, 'utf8'));
    delete packages['node_modules/@swc/core-darwin-arm64'];
    delete packages['node_modules/zod'].integrity;
    const changed = path.join(runFolder('lock'), 'package-lock.json');
    writeFileSync(changed, JSON.stringify({ packages }));
    const failure = await check(changed).catch((error: { stdout: string }) => error.stdout);
    expect(failure).toContain('node_modules/zod has no integrity');
    expect(failure).toContain('node_modules/@swc/core wants @swc/core-darwin-arm64, which has no entry');
    expect(failure).toContain('node_modules/@swc/core has no build for darwin-arm64');
  });
});

describe('the image', () => {
  const labels = ['source', 'revision'].map((label) => ({
    label: `org.opencontainers.image.${label}`,
    argument: label.toUpperCase(),
  }));

  it.each(labels)('has the label $label from the build', ({ label, argument }) => {
    const final = readFileSync(path.join(workspace, 'Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1)!;
    expect(final).toMatch(new RegExp(`^ARG ${argument}=unknown$`, 'm'));
    expect(final).toMatch(new RegExp(`^(LABEL| ) .*${label.replaceAll('.', '\\.')}="\\$${argument}"`, 'm'));
    const { services } = parse(readFileSync(path.join(workspace, 'docker-compose.yml'), 'utf8')) as {
      services: { gateway: { build: { args: object } } };
    };
    expect(services.gateway.build.args).toMatchObject({ [argument]: `\${LEAD_FINDER_${argument}:-unknown}` });
  });

  it('names the revision of a check-out and whether it is changed, without a password of its source', async () => {
    const { revisionOf } = (await import(path.join(workspace, 'scripts/revision.mjs'))) as {
      revisionOf: (folder: string) => Record<string, string>;
    };
    const folder = runFolder('check-out');
    const git = async (...args: string[]) =>
      (
        await promisify(execFile)('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
          cwd: folder,
        })
      ).stdout.trim();
    expect(revisionOf(folder)).toEqual({});
    await git('init', '-q');
    writeFileSync(path.join(folder, 'file'), 'one');
    await git('add', 'file');
    await git('commit', '-qm', 'One');
    await git('remote', 'add', 'origin', 'https://me:secret@code.example/team/lead-finder.git');
    const revision = await git('rev-parse', 'HEAD');
    expect(revisionOf(folder)).toEqual({
      LEAD_FINDER_REVISION: revision,
      LEAD_FINDER_SOURCE: 'https://code.example/team/lead-finder.git',
    });
    writeFileSync(path.join(folder, 'file'), 'two');
    await git('remote', 'set-url', 'origin', '/somewhere/on/this/machine');
    expect(revisionOf(folder)).toEqual({ LEAD_FINDER_REVISION: `${revision}-dirty` });
  });

  it('runs the host with the same flags as everywhere', async () => {
    const { hostFlags } = (await import(path.join(workspace, 'scripts/processes.mjs'))) as { hostFlags: string[] };
    const [, entrypoint] = /^ENTRYPOINT (.+)$/m.exec(readFileSync(path.join(workspace, 'Dockerfile'), 'utf8'))!;
    expect(JSON.parse(entrypoint!)).toEqual(['node', ...hostFlags, 'services/host/dist/main.js']);
  });
});
