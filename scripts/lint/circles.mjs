import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspace } from './workspace-files.mjs';

const imports = /^(?:import|export)\b[^;'"]*?\bfrom\s+'(\.[^']+)'/gm;
const freshMs = 5_000;

/** The files that each file imports. An editor runs this for hours, so it reads them again after a few seconds. */
let graph = new Map();
let readAt = 0;

function targetOf(file, source) {
  const bare = path.resolve(path.dirname(file), source).replace(/\.js$/, '');
  return [bare, `${bare}.ts`, `${bare}.tsx`].find((each) => /\.(tsx?|mjs)$/.test(each) && existsSync(each));
}

function importsOf(file) {
  if (!graph.has(file)) {
    const sources = [...readFileSync(file, 'utf8').matchAll(imports)].map(([, source]) => targetOf(file, source));
    graph.set(file, new Set(sources.filter(Boolean)));
  }
  return graph.get(file);
}

/** Returns the files between `from` and `to` on a way along imports, or undefined if there is none. */
function wayBetween(from, to) {
  const before = new Map([[from, undefined]]);
  for (const file of before.keys()) {
    if (file === to) {
      const way = [];
      for (let each = file; each !== undefined; each = before.get(each)) way.unshift(each);
      return way;
    }
    for (const next of importsOf(file)) if (!before.has(next)) before.set(next, file);
  }
  return undefined;
}

/** Rejects imports that lead back to their file, also those of types. A lazy `import()` may lead back. */
export const circles = {
  meta: { type: 'problem', schema: [], docs: { description: 'No circles of imports.' } },
  create(context) {
    if (Date.now() - readAt > freshMs) [graph, readAt] = [new Map(), Date.now()];
    const check = (node) => {
      if (!node.source?.value.startsWith('.')) return;
      const target = targetOf(context.filename, node.source.value);
      const way = target && wayBetween(target, context.filename);
      if (!way) return;
      const names = [context.filename, ...way].map((file) => path.relative(workspace, file));
      context.report({ node, message: `The import is part of a circle: ${names.join(' -> ')}.` });
    };
    return { ImportDeclaration: check, ExportNamedDeclaration: check, ExportAllDeclaration: check };
  },
};
