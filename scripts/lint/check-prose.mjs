// Reports words of documents that have a better one, a long glossary, and packages with more than 4 % of comments.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { wordProblems } from './plain-words.mjs';
import { pathsBelow, runAsScript } from './workspace-files.mjs';

const maxShare = 0.04;
const maxTerms = 15;

function* wordsOfDocument(file, document) {
  const text = document.replace(/^```[^]*?^```/gm, (code) => code.replace(/[^\n]/g, ' ')).replace(/\]\([^)]*\)/g, ']');
  // A quoted text may go on in the next line, so a paragraph is judged as a whole.
  for (const paragraph of text.split(/\n{2,}/))
    for (const { word, better } of wordProblems(paragraph)) yield `${file}: write ${better} instead of '${word}'`;
}

function* glossaryOfDocument(file, text) {
  const [, glossary = ''] = /^## Glossary$([^]*?)(?=^## |$(?![^]))/m.exec(text) ?? [];
  const terms = glossary.match(/^\| (?!term)/gm)?.length ?? 0;
  if (terms > maxTerms) yield `${file}: the glossary has ${terms} terms, more than ${maxTerms}`;
}

function packageOf(file) {
  const [first, second] = file.split('/');
  if (/^(libs|services)$/.test(first)) return `${first}/${second}`;
  return second === undefined || first.startsWith('.') ? 'scripts' : first;
}

function commentsOf(text) {
  let isOpen = false;
  return text.split('\n').filter((line) => {
    const isComment = isOpen || /^\s*(\/\/|\{?\/\*)/.test(line);
    if (isComment && !/^\s*\/\//.test(line)) isOpen = !line.includes('*/');
    return isComment;
  }).length;
}

export function checkProse(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const files = pathsBelow(root);
  const problems = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [...wordsOfDocument(file, read(file)), ...glossaryOfDocument(file, read(file))]);
  const totals = new Map();
  for (const file of files.filter((each) => /\.(tsx?|m?js)$/.test(each))) {
    const text = read(file);
    const { comments, lines } = totals.get(packageOf(file)) ?? { comments: 0, lines: 0 };
    totals.set(packageOf(file), {
      comments: comments + commentsOf(text),
      lines: lines + text.trimEnd().split('\n').length,
    });
  }
  for (const [name, { comments, lines }] of totals)
    if (comments > lines * maxShare)
      problems.push(`${name}: ${comments} of ${lines} lines are comments, more than 4 %`);
  const summary = problems.length ? `${problems.length} problems.` : 'The documents and comments are plain and short.';
  return { problems, summary };
}

runAsScript(import.meta.url, checkProse);
