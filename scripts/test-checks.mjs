import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from './test-process.mjs';
import { fail, say } from './test-report.mjs';
import { workspace } from './test-selection.mjs';

export const checkNames = ['typecheck', 'lint'];

async function check(name, commands) {
  const results = [];
  for (const [script, ...args] of commands) results.push(await run(script, args));
  if (results.every(Boolean)) say(`${name}: passed`);
  else fail(`${name}: failed`);
}

const tsc = (project) => ['node_modules/typescript-7/bin/tsc', '--singleThreaded', '--noEmit', '-p', project];
const oxlint = (files) => ['node_modules/oxlint/bin/oxlint', '--no-error-on-unmatched-pattern', ...files];
const prettier = (files) => [
  'node_modules/prettier/bin/prettier.cjs',
  ...['--check', '--log-level', 'warn', '--cache', '--ignore-unknown', ...files],
];
const documents = ['links', 'prose', 'migrations'].map((name) => [`scripts/lint/check-${name}.mjs`]);

export function changedChecks(files) {
  const isEverybodys = (file) =>
    /^(tsconfig.*|package(-lock)?|\.oxlintrc|\.prettier.*)$/.test(file.replace('.json', ''));
  if (files.some(isEverybodys))
    return [
      () => check('typecheck', [tsc('.'), tsc('web')]),
      () => check('lint', [oxlint([]), ...documents, prettier(['.'])]),
    ];
  const isThere = (file) => existsSync(path.join(workspace, file));
  const scripts = files.filter((file) => isThere(file) && /\.(m?js|cjs|tsx?)$/.test(file));
  const typed = files.filter((file) => /\.tsx?$/.test(file));
  const projects = [
    ...(typed.some((file) => !file.startsWith('web/')) ? ['.'] : []),
    ...(typed.some((file) => /^(web|libs\/contracts)\//.test(file)) ? ['web'] : []),
  ];
  const formatted = files.filter(isThere);
  return [
    ...projects.map(
      (project) => () => check(`typecheck of ${project === '.' ? 'the server' : project}`, [tsc(project)]),
    ),
    () =>
      check('lint', [
        ...documents,
        ...(scripts.length > 0 ? [oxlint(scripts)] : []),
        ...(formatted.length > 0 ? [prettier(formatted)] : []),
      ]),
  ];
}
