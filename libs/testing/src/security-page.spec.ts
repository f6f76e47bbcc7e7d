import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const workspace = new URL('../../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, workspace), 'utf8');
const exists = (file: string) => existsSync(fileURLToPath(new URL(file, workspace)));

/** Parses a list of requirements; `6.2.1 to 6.2.3` are three. */
const idsOf = (list: string): string[] =>
  list.split(', ').flatMap((each) => {
    const [, section, from, to = from] = /^(\d+\.\d+)\.(\d+)(?: to \d+\.\d+\.(\d+))?$/.exec(each)!;
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${section}.${Number(from) + at}`);
  });

/** The numbers of ASVS 5.0.0. */
const levelOne = idsOf(
  [
    '1.2.1 to 1.2.5, 1.3.1, 1.3.2, 1.5.1, 2.1.1, 2.2.1, 2.2.2, 2.3.1, 3.2.1, 3.2.2, 3.3.1, 3.4.1, 3.4.2, 3.5.1 to 3.5.3',
    '4.1.1, 4.4.1, 5.2.1, 5.2.2, 5.3.1, 5.3.2, 6.1.1, 6.2.1 to 6.2.8, 6.3.1, 6.3.2, 6.4.1, 6.4.2, 7.2.1 to 7.2.4, 7.4.1, 7.4.2',
    '8.1.1, 8.2.1, 8.2.2, 8.3.1, 9.1.1 to 9.1.3, 9.2.1, 10.4.1 to 10.4.5, 11.3.1, 11.3.2, 11.4.1, 12.1.1, 12.2.1, 12.2.2',
    '13.4.1, 14.2.1, 14.3.1, 15.1.1, 15.2.1, 15.3.1',
  ].join(', '),
);
const levelTwoOfAccess = idsOf(
  [
    '6.1.2, 6.1.3, 6.2.9 to 6.2.12, 6.3.3, 6.3.4, 6.4.3, 6.4.4, 6.5.1 to 6.5.5, 6.6.1 to 6.6.3, 6.8.1 to 6.8.4',
    '7.1.1 to 7.1.3, 7.3.1, 7.3.2, 7.4.3 to 7.4.5, 7.5.1, 7.5.2, 7.6.1, 7.6.2, 8.1.2, 8.2.3, 8.4.1',
    '9.2.2 to 9.2.4, 10.1.1, 10.1.2, 10.2.1, 10.2.2, 10.3.1 to 10.3.4, 10.4.6 to 10.4.11, 10.5.1 to 10.5.5, 10.6.1, 10.6.2',
    '10.7.1 to 10.7.3',
  ].join(', '),
);

describe('docs/security.md', () => {
  const page = read('docs/security.md');
  const verdicts = [...page.matchAll(/^\| (met|not met|deviation|deployment|not applicable) \|/gm)].map(
    ([, verdict]) => verdict!,
  );

  const sectionOf = (title: string) => page.split(/^## /m).find((section) => section.startsWith(`${title}\n`))!;
  const rowsOf = (title: string) =>
    [...sectionOf(title).matchAll(/^\| (\d[^|]*) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(
      ([, ids, , verdict, where]) => ({ ids: ids!, verdict: verdict!, where: where! }),
    );
  const tables: [string, string[]][] = [
    ['Level 1', levelOne],
    ['Level 2: authentication, sessions, access control, tokens, OAuth', levelTwoOfAccess],
  ];

  it.each(tables)('has every requirement of "%s", once and in order', (title, requirements) => {
    expect(rowsOf(title).flatMap((row) => idsOf(row.ids))).toEqual(requirements);
  });

  it('has no requirement in two tables', () => {
    const others = [...sectionOf('Other requirements of levels 2 and 3').matchAll(/^\| (\d[^|]*) \|/gm)].flatMap(
      ([, ids]) => idsOf(ids!),
    );
    const all = [...levelOne, ...levelTwoOfAccess, ...others];
    expect(levelOne).toHaveLength(70);
    expect(levelTwoOfAccess).toHaveLength(64);
    expect(others.length).toBeGreaterThan(10);
    expect(all.filter((id, at) => all.indexOf(id) !== at)).toEqual([]);
  });

  it.each(tables)('has a verdict with a proof or a reason for each requirement of "%s"', (title) => {
    expect(verdicts).toHaveLength(5);
    const rows = rowsOf(title);
    expect(rows.filter(({ verdict }) => !verdicts.includes(verdict))).toEqual([]);
    expect(rows.filter(({ verdict, where }) => verdict === 'met' && !/`[\w./-]+\.spec\.tsx?`/.test(where))).toEqual([]);
    const sections = rows.flatMap(({ where }) => [...where.matchAll(/below, '(\w[\w ]*)'/g)].map(([, name]) => name!));
    expect(sections.filter((name) => !sectionOf(name))).toEqual([]);
  });

  it('names files and links that exist', () => {
    const named = [...page.matchAll(/`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|ya?ml|md))`/g)].map(([, file]) => file!);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((file) => !exists(file))).toEqual([]);
    expect([...page.matchAll(/\]\(([^)]+)\)/g)].filter(([, file]) => !exists(`docs/${file}`))).toEqual([]);
  });

  it('has a policy beside it that names the versions, the contact and the response times', () => {
    const policy = read('SECURITY.md');
    for (const part of [
      '## Supported versions',
      '## How to report',
      '## What to expect',
      '/.well-known/security.txt',
      'SUPPORT_EMAIL',
      'working days',
    ])
      expect(policy).toContain(part);
    expect([...policy.matchAll(/\]\(([^)#]+)[^)]*\)/g)].filter(([, file]) => !exists(file!))).toEqual([]);
  });

  it('links to the times for updates of components, with a known weakness or without (ASVS 15.1.1)', () => {
    expect(page).toContain("[CONTRIBUTING.md](CONTRIBUTING.md), 'Versions'");
    const versions = /## Versions\n([\s\S]*?)\n## /.exec(read('docs/CONTRIBUTING.md'))![1]!.replace(/\s+/g, ' ');
    for (const time of ['a known weakness goes within 7 days', 'within 30 days', 'within 90 days', 'Once a month'])
      expect(versions).toContain(time);
  });
});
