import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const workspace = new URL('../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, workspace), 'utf8');

describe('docs/security.md', () => {
  const page = read('docs/security.md');
  const levelOne = /## Level 1\n([\s\S]*?)\n## /.exec(page)![1]!;
  const rows = [...levelOne.matchAll(/^\| (\d[^|]*) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(([, ids, , verdict, where]) => ({ ids: ids!, verdict: verdict!, where: where! }));

  it('has every requirement of level 1, once', () => {
    const ids = rows.flatMap((row) =>
      row.ids.split(', ').flatMap((each) => {
        const [, chapter, from, to = from] = /^(\d+\.\d+)\.(\d+)(?: to \d+\.\d+\.(\d+))?$/.exec(each)!;
        return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${chapter}.${Number(from) + at}`);
      }),
    );
    expect(ids).toHaveLength(70);
    expect(new Set(ids).size).toBe(70);
  });

  it('says of each that it is met, by what, or why it is not', () => {
    expect(rows.filter(({ verdict }) => !['met', 'deviation', 'deployment', 'not applicable'].includes(verdict))).toEqual([]);
    expect(rows.filter(({ verdict, where }) => verdict === 'met' && !/`[\w./-]+\.spec\.tsx?`/.test(where))).toEqual([]);
  });

  it('names files that are there', () => {
    const named = [...page.matchAll(/`([\w-]+\/[\w./-]+\.\w+)`/g)].map(([, file]) => file!);
    expect(named.length).toBeGreaterThan(rows.length / 2);
    expect(named.filter((file) => !existsSync(fileURLToPath(new URL(file, workspace))))).toEqual([]);
  });

  it('has a policy beside it that names this version, whom to tell and when to expect what', () => {
    const policy = read('SECURITY.md');
    const [, minor] = /^(\d+\.\d+)\./.exec((JSON.parse(read('package.json')) as { version: string }).version)!;
    expect(policy).toContain(`the newest release (${minor})`);
    for (const part of ['## Supported versions', '## How to report', '## What to expect', '/.well-known/security.txt', 'SUPPORT_EMAIL', 'working days']) expect(policy).toContain(part);
    expect([...policy.matchAll(/\]\(([^)]+)\)/g)].filter(([, file]) => !existsSync(fileURLToPath(new URL(file!, workspace))))).toEqual([]);
  });

  it('leads to the times in which parts are renewed, for those with a known weakness and for all (ASVS 15.1.1)', () => {
    expect(page).toContain("[CONTRIBUTING.md](CONTRIBUTING.md), 'Versions'");
    const versions = /## Versions\n([\s\S]*?)\n## /.exec(read('docs/CONTRIBUTING.md'))![1]!.replace(/\s+/g, ' ');
    for (const time of ['a known weakness goes within 7 days', 'within 30 days', 'within 90 days', 'Once a month']) expect(versions).toContain(time);
  });
});
