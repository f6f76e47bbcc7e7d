import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../texts', import.meta.url));
const read = <T>(name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as T;

/** In a promised text, {anything} stands for some words, and … at an end for more words there. */
export const wantedTexts = () => [...new Set(Object.values(read<Record<string, string[]>>('wanted.json')).flat())];

/** Returns the texts that no page can show, with the reasons. */
export const excuses = () => read<Record<string, string>>('excused.json');

export function patternOf(text: string): RegExp {
  const words = text.replace(/[.*+?^$()[\]|\\]/g, '\\$&').replace(/\{[^}]*\}/g, '.+');
  return new RegExp(`^${words}$`.replace(/^\^…/, '').replace(/…\$$/, ''));
}

export function seenOf(wanted: readonly string[], seen: readonly string[]): string[] {
  return wanted.filter((text) => {
    const pattern = patternOf(text);
    return seen.some((one) => pattern.test(one));
  });
}

/** Reads the texts that the browsers of a run recorded: a folder of files with one text per line. */
function textsIn(runFolder: string): string[] {
  const files = existsSync(runFolder) ? readdirSync(runFolder) : [];
  return [...new Set(files.flatMap((file) => readFileSync(path.join(runFolder, file), 'utf8').split('\n')))];
}

/** Returns a summary line and the problems: texts that are neither seen nor excused, and excuses that are not needed. */
export function judgeTexts(runFolder: string): { line: string; wrong: string[] } {
  const [wanted, excused] = [wantedTexts(), excuses()];
  const seen = new Set(seenOf(wanted, textsIn(runFolder)));
  const missing = wanted.filter((text) => !seen.has(text));
  return {
    line: `${seen.size} of ${wanted.length} texts seen, ${missing.filter((text) => text in excused).length} excused`,
    wrong: [
      ...missing.filter((text) => !(text in excused)).map((text) => `Not seen on any page: ${text}`),
      ...Object.keys(excused)
        .filter((text) => seen.has(text))
        .map((text) => `Excused, and yet seen: ${text}`),
    ],
  };
}
