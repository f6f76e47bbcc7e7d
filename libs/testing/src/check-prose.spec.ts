import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFolder } from './index.js';

const script = fileURLToPath(new URL('../../../scripts/lint/check-prose.mjs', import.meta.url));
const { checkProse } = (await import(script)) as { checkProse: (root: string) => { problems: string[] } };

function folderWith(file: string, text: string): string {
  const folder = runFolder('prose');
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
  return folder;
}

const check = (file: string, text: string) => checkProse(folderWith(file, text)).problems;

const lines = (count: number, line: string) => `${line}\n`.repeat(count);

describe('the check of prose', () => {
  it.each([
    ['a sentence', 'Nobody reads it.', ["docs/page.md: write no user instead of 'nobody'"]],
    ['a text of the page', "The page shows 'Nobody found'.", []],
    ['a text of two lines', "The page shows 'Nobody\nfound'. The user's page.", []],
    ['code', 'The field `kept` of\n\n```\n{ kept }\n```\n', []],
    ['a link', '[Undo](undo.md#what-is-kept)', []],
  ])('judges the words of %s', (_, text, problems) => {
    expect(check('docs/page.md', text)).toEqual(problems);
  });

  it.each([
    ['one line in 25', lines(1, '// Why.') + lines(24, 'act();'), 0],
    ['two lines in 25', lines(2, '  // Why.') + lines(23, 'act();'), 1],
    ['a block of two lines in 25', '/**\n * Why. */\n' + lines(23, 'act();'), 1],
    ['one block in 25 lines of a page', lines(1, '{/* Why. */}') + lines(24, '<b />'), 0],
    ['an address in 25 lines', lines(25, "get('http://a.example/*');"), 0],
  ])('allows 4 %% of comments in a package, with %s', (_, text, count) => {
    expect(check('libs/part/src/part.ts', text)).toHaveLength(count);
  });

  it.each([
    ['15 terms', 15, []],
    ['16 terms', 16, ['docs/page.md: the glossary has 16 terms, more than 15']],
  ])('judges a glossary of %s', (_, count, problems) => {
    const glossary = `## Glossary\n\n| term | meaning |\n|---|---|\n${lines(count, '| Lead | A business. |')}`;
    expect(check('docs/page.md', `${glossary}\n## Names\n\n| name |\n|---|\n| lead |\n`)).toEqual(problems);
  });

  it('names the package, which one long comment fails', () => {
    expect(check('web/src/page.tsx', '// Why.\n')).toEqual(['web: 1 of 1 lines are comments, more than 4 %']);
  });

  it.each([
    ['Nobody reads it.', 1],
    ['No user reads it.', 0],
  ])("prints what it rejects in '%s', and ends with %i", (text, wanted) => {
    const folder = folderWith('docs/page.md', text);
    const { stdout, status } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toHaveLength(1 + wanted);
    expect(status).toBe(wanted);
  });
});
