import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runFolder } from './index.js';

const script = fileURLToPath(new URL('../../../scripts/lint/check-prose.mjs', import.meta.url));

function check(file: string, text: string): { problems: string[]; status: number | null } {
  const folder = runFolder('prose');
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
  const { stdout, status } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  return { problems: stdout.trim().split('\n').slice(0, -1), status };
}

const lines = (count: number, line: string) => `${line}\n`.repeat(count);

describe('the check of prose', () => {
  it.each([
    ['a sentence', 'Nobody reads it.', ["docs/page.md: write no user instead of 'nobody'"]],
    ['a text of the page', "The page shows 'Nobody found'.", []],
    ['a text of two lines', "The page shows 'Nobody\nfound'. The user's page.", []],
    ['code', 'The field `kept` of\n\n```\n{ kept }\n```\n', []],
    ['a link', '[Undo](undo.md#what-is-kept)', []],
  ])('judges the words of %s', (_, text, problems) => {
    expect(check('docs/page.md', text)).toEqual({ problems, status: problems.length });
  });

  it.each([
    ['one line in 25', lines(1, '// Why.') + lines(24, 'act();'), 0],
    ['two lines in 25', lines(2, '  // Why.') + lines(23, 'act();'), 1],
    ['a block of two lines in 25', '/**\n * Why. */\n' + lines(23, 'act();'), 1],
    ['one block in 25 lines of a page', lines(1, '{/* Why. */}') + lines(24, '<b />'), 0],
    ['an address in 25 lines', lines(25, "get('http://a.example/*');"), 0],
  ])('allows 4 %% of comments in a package, with %s', (_, text, status) => {
    expect(check('libs/part/src/part.ts', text).status).toBe(status);
  });

  it.each([
    ['15 terms', 15, []],
    ['16 terms', 16, ['docs/page.md: the glossary has 16 terms, more than 15']],
  ])('judges a glossary of %s', (_, count, problems) => {
    const glossary = `## Glossary\n\n| term | meaning |\n|---|---|\n${lines(count, '| Lead | A business. |')}`;
    expect(check('docs/page.md', `${glossary}\n## Names\n\n| name |\n|---|\n| lead |\n`).problems).toEqual(problems);
  });

  it('names the package, which one long comment fails', () => {
    expect(check('web/src/page.tsx', '// Why.\n').problems).toEqual(['web: 1 of 1 lines are comments, more than 4 %']);
  });
});
