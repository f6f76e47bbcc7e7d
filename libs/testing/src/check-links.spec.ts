import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFolder } from './index.js';

const script = fileURLToPath(new URL('../../../scripts/lint/check-links.mjs', import.meta.url));
const { checkLinks } = (await import(script)) as { checkLinks: (root: string) => { problems: string[] } };

function folderWith(files: Record<string, string>): string {
  const folder = runFolder('links');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

const check = (files: Record<string, string>) => checkLinks(folderWith(files)).problems;

const guide =
  '# Guide\n\n## Columns & rows\n\n## `PORT` of the [gateway](guide.md)\n\n## Twice\n\n## Twice\n\nUnderlined\n---\n';

describe('the check of links', () => {
  it.each([
    ['a file that is not there', '[a](gone.md)', 'docs/page.md:3: gone.md leads to no file'],
    ['a name in another case', '[a](Guide.md)', 'docs/page.md:3: Guide.md leads to no file'],
    ['an image', '![a](images/gone.png)', 'docs/page.md:3: images/gone.png leads to no file'],
    ['a link around an image', '[![a](guide.md)](gone.md)', 'docs/page.md:3: gone.md leads to no file'],
    ['a link in HTML', '<a class="b" href="gone.md">a</a>', 'docs/page.md:3: gone.md leads to no file'],
    ['a definition', '[a]: gone.md', 'docs/page.md:3: gone.md leads to no file'],
    ['a path from the root', '[a](/guide.md)', 'docs/page.md:3: /guide.md leads to no file'],
    ['a path that leaves the root', '[a](../../guide.md)', 'docs/page.md:3: ../../guide.md leads to no file'],
    ['a broken escape', '[a](guide%2.md)', 'docs/page.md:3: guide%2.md is no address'],
    [
      'a heading that is not there',
      '[a](guide.md#rows)',
      'docs/page.md:3: guide.md#rows leads to no heading of docs/guide.md',
    ],
    ['a heading of its own page', '[a](#rows)', 'docs/page.md:3: #rows leads to no heading of docs/page.md'],
    [
      'a heading in a fence',
      '[a](#shown)\n```\n# Shown\n```',
      'docs/page.md:3: #shown leads to no heading of docs/page.md',
    ],
    [
      'a third one of two headings',
      '[a](guide.md#twice-2)',
      'docs/page.md:3: guide.md#twice-2 leads to no heading of docs/guide.md',
    ],
  ])('refuses in a page %s', (_, link, line) => {
    expect(check({ 'docs/page.md': `# Page\n\n${link}\n`, 'docs/guide.md': guide })).toEqual([line]);
  });

  it.each([
    ['a comment at the end of a line', "const a = 'x'; // docs/gone.md, 'Part'", 'docs/gone.md leads to no file'],
    ['a comment of several lines', '/**\n * a\n */\n/* docs/gone.md */', 'docs/gone.md leads to no file'],
    [
      'a comment with a heading',
      '// See docs/guide.md#rows.',
      'docs/guide.md#rows leads to no heading of docs/guide.md',
    ],
  ])('refuses in %s', (_, source, reason) => {
    for (const name of ['src/a.ts', 'src/a.tsx', 'src/a.mjs']) {
      const lines = check({ [name]: source, 'docs/guide.md': guide });
      expect(lines).toEqual([`${name}:${source.split('\n').length}: ${reason}`]);
    }
  });

  it('names every broken link of every file, and how many there are', () => {
    const lines = check({ 'a.md': '[a](b.md)\n[c](d.md)', 'e/f.md': '[g](../h.md)', 'i.ts': '// docs/j.md' });
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['a.md:1:', 'a.md:2:', 'e/f.md:1:', 'i.ts:1:']);
  });

  it('accepts what leads to a file, a folder, a heading as GitHub names it, or out of the repository', () => {
    const page = [
      '[a](guide.md) [b](./guide.md "Title") [c](<guide.md>) [d](/docs/guide.md) [e](../docs/) [f](..) [g](two%20words.md)',
      '[a](guide.md#columns--rows) [b](guide.md#port-of-the-gateway) [c](guide.md#twice) [d](guide.md#twice-1)',
      '[a](guide.md#underlined) [b](#page) [c](#own) <a id="own"></a> [d](../src/a.ts#L3) [e](guide.md?plain=1#guide)',
      '[a](https://example.com/gone.md) [b](mailto:a@example.com) [c](//example.com/gone.md)',
      '`[a](gone.md)` and ``[b](`gone.md)``',
      '<!-- [a](gone.md) -->',
      '```md\n[a](gone.md)\n```',
      '~~~\n[a](gone.md)\n```\n~~~',
    ];
    const script =
      "const a = 'docs/gone.md';\nconst b = `// docs/gone.md`;\n// https://example.com/docs/gone.md, and docs/guide.md#guide.\n";
    const files = {
      'docs/page.md': `# Page\n\n${page.join('\n\n')}\n`,
      'docs/guide.md': guide,
      'docs/two words.md': '',
    };
    expect(check({ ...files, 'src/a.ts': script })).toEqual([]);
  });

  it('looks at nothing that is fetched or built', () => {
    expect(check({ 'node_modules/a/README.md': '[a](b.md)', 'libs/a/dist/a.mjs': '// docs/gone.md' })).toEqual([]);
  });

  it.each([
    ['gone.md', ['a.md:1: gone.md leads to no file', '1 of 1 links lead nowhere.'], 1],
    ['a.md', ['All 1 links lead somewhere.'], 0],
  ])('prints what it says of a link to %s, and ends so', (link, lines, code) => {
    const folder = folderWith({ 'a.md': `[a](${link})` });
    const { stdout, status } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(lines);
    expect(status).toBe(code);
  });
});
