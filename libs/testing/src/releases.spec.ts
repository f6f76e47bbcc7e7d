import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';

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

  it('has the kinds of changes of Keep a Changelog and no others', () => {
    const kinds = new Set([...changelog.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind));
    expect(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']).toEqual(
      expect.arrayContaining([...kinds]),
    );
  });
});

describe('the notes of a release', () => {
  type Notes = {
    releaseNotes: (
      tag: string,
      version: string,
      changelog: string,
      address?: string,
    ) => { notes?: string; problem?: string };
  };
  const load = () => import(path.join(workspace, '.github/release-notes.mjs')) as Promise<Notes>;
  const changelog = (unreleased: string, newest = '## [1.2.3] - 2026-01-31\n\n### Added\n\n- A sentence.\n') =>
    `# Changelog\n\n## [Unreleased]\n${unreleased}\n${newest}\n## [1.2.2] - 2026-01-01\n\n- Another.\n\n[1.2.2]: a\n`;

  it('are the section of its version', async () => {
    const { releaseNotes } = await load();
    expect(releaseNotes('v1.2.3', '1.2.3', changelog(''))).toEqual({ notes: '### Added\n\n- A sentence.' });
    const first = '# Changelog\n\n## [Unreleased]\n\n## [1.0.0-rc-1] - 2026-01-31\n\n- A sentence.\n';
    expect(releaseNotes('v1.0.0-rc-1', '1.0.0-rc-1', first)).toEqual({ notes: '- A sentence.' });
  });

  it('link into the repository as it was then', async () => {
    const { releaseNotes } = await load();
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
    const { releaseNotes } = await load();
    expect(releaseNotes(tag, own, text)).toEqual({ problem: `No release of ${tag}: ${reason}` });
  });
});
