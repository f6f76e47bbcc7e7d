// Reports broken relative links of Markdown files, and broken mentions of documents in comments of scripts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathsBelow, runAsScript } from './workspace-files.mjs';

const blank = (text) => text.replace(/[^\n]/g, ' ');
const fence = /^([ \t>]*)(`{3,}|~{3,})[^\n]*\n[^]*?(?:^[ \t>]*\2[`~]*[ \t]*$|(?![^]))/gm;
const code = /<!--[^]*?-->|(?<!`)(`+)(?!`)(?:(?!\n\n)[^])*?(?<!`)\1(?!`)/g;
const heading = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$|^(\S.*)\n {0,3}(?:=+|-+)[ \t]*$/gm;

/** Returns the anchors of a page: those that GitHub gives its headings, and those in HTML. */
function anchorsOf(markdown) {
  const text = markdown.replace(fence, blank);
  const anchors = new Set([...text.matchAll(/<[a-z]+ [^>]*?\b(?:id|name)="([^"]+)"/g)].map(([, name]) => name));
  for (const [, marked, underlined] of text.matchAll(heading)) {
    const title = (marked ?? underlined).replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/<[^>]*>/g, '');
    const plain = title
      .replace(/(^|\s)(_+)(\S(?:.*?\S)?)\2(?=\s|$)/g, '$1$3')
      .trim()
      .toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

const inMarkdown = [
  /\]\(\s*(?:<([^>\n]*)>|((?:[^\s()]|\([^\s()]*\))*))(?:\s+["'(][^\n]*?["')])?\s*\)/g,
  /^ {0,3}\[[^\]\n]+\]:\s+<?()([^\s>]+)/gm,
  /<(?:a|img)\s[^>]*?\b(?:href|src)="()([^"]+)"/g,
];
function* linksOf(markdown) {
  const text = markdown.replace(fence, blank).replace(code, blank);
  for (const { 1: bracketed, 2: bare, index: at } of inMarkdown.flatMap((pattern) => [...text.matchAll(pattern)])) {
    const link = bracketed || bare;
    if (link && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link)) yield { link, at };
  }
}

/** Matches strings and comments, because no comment begins inside a string. */
const part = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[^]*?\*\/|\/\/[^\n]*/g;
function* mentionsOf(script) {
  for (const { 0: text, index } of script.matchAll(part)) {
    if (!text.startsWith('/')) continue;
    for (const found of text.matchAll(/(?<![\w./-])docs\/[\w./-]*?\.md\b(?:#[\p{L}\p{N}_-]+)?/gu))
      yield { link: found[0], at: index + found.index };
  }
}

export function checkLinks(root) {
  /** Every file and folder. The set distinguishes case even if the disk does not. */
  const paths = new Set(pathsBelow(root));
  const read = (file) => readFileSync(path.join(root, file), 'utf8').replaceAll('\r\n', '\n');

  const known = new Map();
  function objection(file, link) {
    if (!/^(?:[^%]|%[\da-f]{2})*$/i.test(link)) return 'is no address';
    const [, given, anchor] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(decodeURIComponent(link));
    const folder = given.startsWith('/') ? '.' : path.posix.dirname(file);
    const target = given ? path.posix.join(folder, given).replace(/(?<=.)\/$/, '') : file;
    if (!paths.has(target)) return 'leads to no file';
    if (!anchor || !target.endsWith('.md')) return undefined;
    if (!known.has(target)) known.set(target, anchorsOf(read(target)));
    return known.get(target).has(anchor) ? undefined : `leads to no heading of ${target}`;
  }

  let count = 0;
  const problems = [];
  for (const file of [...paths].filter((each) => /\.(?:md|tsx?|mjs)$/.test(each)).sort()) {
    const text = read(file);
    for (const { link, at } of file.endsWith('.md') ? linksOf(text) : mentionsOf(text)) {
      count += 1;
      const reason = objection(file.endsWith('.md') ? file : '.', link);
      if (reason) problems.push(`${file}:${text.slice(0, at).split('\n').length}: ${link} ${reason}`);
    }
  }
  const summary = problems.length
    ? `${problems.length} of ${count} links lead nowhere.`
    : `All ${count} links lead somewhere.`;
  return { problems, summary };
}

runAsScript(import.meta.url, checkLinks);
