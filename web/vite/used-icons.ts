import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const rule = /\.bi-([a-z0-9-]+)::before\{content:"\\([0-9a-f]+)"\}/g;

/** Every string and every character of the icon font in the sources. */
function literalsOf(sources: string): { texts: Set<string>; codes: Set<string> } {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(spec|fixture)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(sources, file), 'utf8'));
  const all = (pattern: RegExp) =>
    new Set(files.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? '')));
  return { texts: all(/['"`]([a-z0-9-]+)['"`]/g), codes: all(/\\u(f[0-9a-f]{3})/g) };
}

/**
 * Includes only the icons of the icon font that the sources name: all two thousand are larger than the page's own code. An
 * icon's name must be one literal string, never put together.
 */
export function usedIcons({ sources, cache }: { sources: string; cache: string }): Plugin {
  return {
    name: 'lead-finder:used-icons',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith('/bootstrap-icons.min.css')) return undefined;
      const style = readFileSync(id, 'utf8');
      const { texts, codes } = literalsOf(sources);
      const used = [...style.matchAll(rule)].filter(([, name = '', code = '']) => texts.has(name) || codes.has(code));
      const characters = used.map(([, , code = '']) => String.fromCodePoint(Number.parseInt(code, 16))).join('');
      const font = readFileSync(path.join(path.dirname(id), 'fonts/bootstrap-icons.woff2'));
      mkdirSync(cache, { recursive: true });
      const file = path.join(cache, 'bootstrap-icons.woff2');
      writeFileSync(file, await subsetFont(font, characters, { targetFormat: 'woff2' }));
      return (
        style
          .replace(rule, '')
          .replace(/src:[^}]*/, `src:url("${path.relative(path.dirname(id), file)}") format("woff2")`) +
        used.map(([text]) => text).join('')
      );
    },
  };
}
