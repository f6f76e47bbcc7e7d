import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseDocument } from 'yaml';
import { kubectlPath, runFolder } from './index.js';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(path.join(workspace, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Job {
  uses?: string;
  needs?: string | string[];
  steps?: Step[];
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: object;
  jobs: Record<string, Job>;
}

const files = readdirSync(path.join(workspace, '.github'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ya?ml$/.test(file))
  .map((file) => path.join('.github', file).split(path.sep).join('/'));
const documents = new Map(files.map((file) => [file, parseDocument(read(file))]));
const workflows = files
  .filter((file) => file.startsWith('.github/workflows/'))
  .map((file) => ({ file, ...(documents.get(file)!.toJS() as Workflow) }));
const workflow = (name: string) => workflows.find(({ file }) => file.endsWith(`/${name}`))!;
const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps = [] }) => steps);

describe('the files for GitHub', () => {
  it('are valid YAML', () => {
    expect(files).toEqual(expect.arrayContaining(['.github/dependabot.yml', '.github/ISSUE_TEMPLATE/config.yml']));
    const problems = [...documents].flatMap(([file, { errors, warnings }]) =>
      [...errors, ...warnings].map(({ message }) => `${file}: ${message}`),
    );
    expect(problems).toEqual([]);
  });

  it('allow no issue without a form, and lead to the security policy in each form', () => {
    expect(documents.get('.github/ISSUE_TEMPLATE/config.yml')!.toJS()).toMatchObject({ blank_issues_enabled: false });
    const forms = files.filter((file) => file.startsWith('.github/ISSUE_TEMPLATE/') && !file.endsWith('/config.yml'));
    expect(forms).toHaveLength(2);
    for (const form of forms) expect(read(form)).toContain('[SECURITY.md](../security/policy)');
  });
});

describe('the workflows', () => {
  it('are the one for every change, the one for a release and the weekly one', () => {
    const names = workflows.map(({ file }) => path.posix.basename(file)).sort();
    expect(names).toEqual(['ci.yml', 'mutation.yml', 'release.yml']);
  });

  it('name every action by its commit, with the version beside it, or lie in this repository', () => {
    const uses = workflows.flatMap(({ file }) =>
      [...read(file).matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, action]) => action!),
    );
    expect(uses.length).toBeGreaterThan(10);
    expect(
      uses.filter((each) => !/^[\w.-]+\/[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$|^\.\/\.github\//.test(each)),
    ).toEqual([]);
  });

  it('name the same action by the same commit everywhere', () => {
    const pins = workflows.flatMap((each) => stepsOf(each).flatMap(({ uses }) => uses ?? []));
    const names = [...new Set(pins)].map((pin) => pin.split('@')[0]);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(workflows.map((each) => ({ ...each, toString: () => each.file })))(
    'give each job its own rights, and an end: %s',
    (each) => {
      expect(each.permissions).toEqual({});
      for (const job of Object.values(each.jobs)) {
        expect(job.permissions).toBeDefined();
        if (!job.uses) expect(job['timeout-minutes']).toBeGreaterThan(0);
      }
    },
  );

  it('run no code of strangers with rights, and put no value of an event into a command', () => {
    for (const each of workflows) {
      expect(Object.keys(each.on)).not.toContain('pull_request_target');
      expect(Object.keys(each.on)).not.toContain('workflow_run');
      expect(stepsOf(each).filter(({ run }) => run?.includes('${{'))).toEqual([]);
    }
  });

  it('leave no token behind in the check-out', () => {
    const checkouts = workflows.flatMap(stepsOf).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.length).toBeGreaterThan(2);
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
  });

  it('check a push, a pull request and a release by .ci/run', () => {
    const ci = workflow('ci.yml');
    expect(Object.keys(ci.on)).toEqual(expect.arrayContaining(['push', 'pull_request', 'workflow_call']));
    expect(ci.jobs.check!.permissions).toEqual({ contents: 'read' });
    expect(stepsOf(ci).map(({ run }) => run)).toContain('.ci/run');
    expect(workflow('release.yml').jobs.test).toMatchObject({ uses: './.github/workflows/ci.yml' });
  });

  it('build a release only after an upgrade and a way back of it, with the history', () => {
    const { build, 'roll-out': rollOut } = workflow('release.yml').jobs;
    expect(build!.needs).toEqual(expect.arrayContaining(['prepare', 'test', 'roll-out']));
    expect(rollOut!.steps!.map(({ run }) => run)).toContain('npm run check:rollback');
    expect(rollOut!.steps![0]!.with).toMatchObject({ 'fetch-depth': 0 });
  });

  it('build a release with what the Dockerfile wants to know', () => {
    const build = stepsOf(workflow('release.yml')).find(({ uses }) => uses?.startsWith('docker/build-push-action@'))!;
    const wanted = [...read('Dockerfile').matchAll(/^ARG (\w+)/gm)].map(([, name]) => name);
    const given = [...(build.with!['build-args'] as string).matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(given).toEqual(wanted);
    expect(build.with).toMatchObject({ sbom: true, provenance: 'mode=max' });
  });
});

describe('CHANGELOG.md', () => {
  const changelog = read('CHANGELOG.md');

  it('has a section for what is not released, and one for the version of package.json', () => {
    const titles = [...changelog.matchAll(/^## (.+)$/gm)].map(([, title]) => title!);
    expect(titles[0]).toBe('[Unreleased]');
    expect(titles[1]).toMatch(new RegExp(`^\\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d\\d-\\d\\d$`));
  });

  it('has the kinds of changes of Keep a Changelog, after what an upgrade needs', () => {
    const [first, ...later] = changelog.split(/^## /m).slice(1).reverse();
    const kindsOf = (section: string) => [...section.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind!);
    const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    expect(kinds).toEqual(expect.arrayContaining(kindsOf(first!)));
    expect(later.length).toBeGreaterThan(0);
    for (const section of later.filter((each) => each.includes('\n- '))) {
      expect(section.split('\n').slice(1).join('\n').trimStart()).toMatch(/^### Upgrade\n/);
      expect(kinds).toEqual(expect.arrayContaining(kindsOf(section).slice(1)));
    }
  });
});

interface Notes {
  releaseNotes: (
    tag: string,
    version: string,
    changelog: string,
    address?: string,
  ) => { notes?: string; problem?: string };
}
const loadNotes = () => import(path.join(workspace, '.github/release-notes.mjs')) as Promise<Notes>;

describe('the notes of a release', () => {
  const changelog = (unreleased: string, newest = '## [1.2.3] - 2026-01-31\n\n### Added\n\n- A sentence.\n') =>
    `# Changelog\n\n## [Unreleased]\n${unreleased}\n${newest}\n## [1.2.2] - 2026-01-01\n\n- Another.\n\n[1.2.2]: a\n`;

  it('are the section of its version', async () => {
    const { releaseNotes } = await loadNotes();
    expect(releaseNotes('v1.2.3', '1.2.3', changelog(''))).toEqual({ notes: '### Added\n\n- A sentence.' });
    const first = '# Changelog\n\n## [Unreleased]\n\n## [1.0.0-rc-1] - 2026-01-31\n\n- A sentence.\n';
    expect(releaseNotes('v1.0.0-rc-1', '1.0.0-rc-1', first)).toEqual({ notes: '- A sentence.' });
  });

  it('link into the repository as it was then', async () => {
    const { releaseNotes } = await loadNotes();
    const newest = '## [1.2.3] - 2026-01-31\n\n- [a](docs/a.md#b), [c](https://example.com), [d](#d)\n';
    expect(releaseNotes('v1.2.3', '1.2.3', changelog('', newest), 'https://code.example/a/b')).toEqual({
      notes: '- [a](https://code.example/a/b/blob/v1.2.3/docs/a.md#b), [c](https://example.com), [d](#d)',
    });
  });

  it.each([
    ['v1.2.4', '1.2.3', changelog(''), 'package.json has the version 1.2.3.'],
    ['1.2.3', '1.2.3', changelog(''), 'package.json has the version 1.2.3.'],
    ['v1.2.4', '1.2.4', changelog(''), 'the newest version in CHANGELOG.md is 1.2.3.'],
    ['v1.2.2', '1.2.2', changelog(''), 'the newest version in CHANGELOG.md is 1.2.3.'],
    ['v1.2.3', '1.2.3', changelog('\n- A change.\n'), 'CHANGELOG.md still has changes in [Unreleased].'],
    ['v1.2.3', '1.2.3', changelog('', '## [1.2.3]\n\n- A sentence.\n'), 'CHANGELOG.md has no date for 1.2.3.'],
    ['v1.2.3', '1.2.3', changelog('', '## [1.2.3] - 2026-01-31\n'), 'CHANGELOG.md says nothing of 1.2.3.'],
    ['v1.2.3', '1.2.3', '# Changelog\n\n## [1.2.3] - 2026-01-31\n', 'CHANGELOG.md does not begin with [Unreleased].'],
    ['v1.2.3', '1.2.3', '', 'CHANGELOG.md does not begin with [Unreleased].'],
    ['v1;a', '1;a', changelog(''), "package.json has no version, but '1;a'."],
  ])('are refused for %s where package.json says %s: %#', async (tag, own, text, reason) => {
    const { releaseNotes } = await loadNotes();
    expect(releaseNotes(tag, own, text)).toEqual({ problem: `No release of ${tag}: ${reason}` });
  });
});

describe('npm run release', () => {
  interface Release {
    versionsIn: (text: string) => string[];
    filesWithVersion: (root: string) => string[];
    cutVersion: (changelog: string, version: string, date: string) => string;
    release: (root: string, version: string, date: string) => void;
  }
  const load = () => import(path.join(workspace, 'scripts/release.mjs')) as Promise<Release>;
  const unreleased = '### Upgrade\n\nNothing to do.\n\n### Fixed\n\n- A sentence.\n';
  const changelog = (text: string) => `# Changelog\n\n## [Unreleased]\n\n${text}\n## [1.2.3] - 2026-01-01\n\n- A.\n`;

  it('finds one version in all packages, the lock file and the kustomizations', async () => {
    const { filesWithVersion, versionsIn } = await load();
    const found = filesWithVersion(workspace).map((file) => ({ file, versions: versionsIn(read(file)) }));
    const naming = found.filter(({ versions }) => versions.length > 0);
    expect(naming.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'package.json',
        'package-lock.json',
        'services/host/package.json',
        'k8s/examples/single-node/kustomization.yaml',
        'services/host/test/k8s/own-folder/kustomization.yaml',
      ]),
    );
    expect(naming.filter(({ versions }) => versions.some((each) => each !== version))).toEqual([]);
    const packages = found.filter(({ file }) => file.endsWith('/package.json'));
    expect(found.find(({ file }) => file === 'package-lock.json')!.versions).toHaveLength(packages.length + 2);
  });

  it('writes the version into all of them, so that its tag is accepted', async () => {
    const { release, filesWithVersion, versionsIn } = await load();
    const { releaseNotes } = await loadNotes();
    const copy = runFolder('release');
    const files = filesWithVersion(workspace);
    for (const file of files) cpSync(path.join(workspace, file), path.join(copy, file));
    writeFileSync(path.join(copy, 'CHANGELOG.md'), changelog(unreleased));
    release(copy, '9.8.7', '2026-02-03');
    const written = (file: string) => readFileSync(path.join(copy, file), 'utf8');
    expect([...new Set(files.flatMap((file) => versionsIn(written(file))))]).toEqual(['9.8.7']);
    for (const file of files) expect(written(file).replaceAll('9.8.7', version)).toBe(read(file));
    const own = (JSON.parse(written('package.json')) as { version: string }).version;
    expect(releaseNotes('v9.8.7', own, written('CHANGELOG.md'))).toEqual({ notes: unreleased.trim() });
  });

  it.each(['1.2.4', '1.10.0', '2.0.0-rc-1'])('cuts %s', async (next) => {
    const { cutVersion } = await load();
    const cut = cutVersion(changelog(unreleased), next, '2026-02-03');
    expect(cut).toBe(changelog(`## [${next}] - 2026-02-03\n\n${unreleased}`));
    if (next.includes('-')) expect(() => cutVersion(cut, next, '')).toThrow(`the newest version is ${next}`);
  });

  it.each([
    ['1.2.3', changelog(unreleased), 'the newest version is 1.2.3.'],
    ['1.2.3-rc-1', changelog(unreleased), 'the newest version is 1.2.3.'],
    ['0.9.9', changelog(unreleased), 'the newest version is 1.2.3.'],
    ['v1.2.4', changelog(unreleased), 'a version is written like 1.2.3.'],
    ['', changelog(unreleased), 'a version is written like 1.2.3.'],
    ['1.2.4', changelog(''), 'CHANGELOG.md has no changes in [Unreleased].'],
    ['1.2.4', changelog('### Fixed\n\n- A.\n'), '[Unreleased] does not begin with ### Upgrade.'],
    ['1.2.4', '# Changelog\n', 'CHANGELOG.md does not begin with [Unreleased] and the newest version.'],
  ])('refuses %j: %#', async (next, text, reason) => {
    const { cutVersion } = await load();
    expect(() => cutVersion(text, next, '2026-02-03')).toThrow(`No release ${next}: ${reason}`);
  });
});

describe('the manifests of a release', () => {
  it('name the image of every pod by its digest', async () => {
    const folder = runFolder('manifests');
    const run = promisify(execFile);
    const [image, digest] = ['registry.example/lead-finder', `sha256:${'0'.repeat(64)}`];
    const archive = path.join(folder, 'k8s.tar.gz');
    await run(process.execPath, [path.join(workspace, '.github/release-manifests.mjs'), image, digest, archive]);
    await run('tar', ['-xzf', archive, '-C', folder]);
    const own = path.join(folder, 'own');
    mkdirSync(own);
    const k8s = `../lead-finder-${version}/k8s`;
    writeFileSync(
      path.join(own, 'kustomization.yaml'),
      `resources: [${k8s}/overlays/production]\ncomponents: [${k8s}/components/release]\n`,
    );
    const { stdout } = await run(await kubectlPath(), ['kustomize', own], { maxBuffer: 2 ** 26 });
    const images = [...stdout.matchAll(/ image: (.+)$/gm)].map(([, name]) => name);
    expect(images.length).toBeGreaterThan(6);
    expect(new Set(images)).toEqual(new Set([`${image}@${digest}`]));
  }, 120_000);
});
