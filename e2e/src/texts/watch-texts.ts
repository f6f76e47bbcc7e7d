import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';

/** The folder in which `npm run e2e` collects the texts of all pages, or undefined. */
const folder = process.env.SEEN_TEXTS;
const script = fileURLToPath(new URL('../../texts/collect-texts.js', import.meta.url));

/** Records each text, label, title and placeholder that a page of this context shows, even for a moment. */
export async function watchTexts(context: BrowserContext): Promise<void> {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const known = new Set<string>();
  const file = path.join(folder, `${process.pid}.txt`);
  await context.exposeFunction('reportTexts', (texts: string[]) => {
    const fresh = texts.filter((text) => !known.has(text));
    for (const text of fresh) known.add(text);
    if (fresh.length > 0) appendFileSync(file, fresh.map((text) => `${text}\n`).join(''));
  });
  await context.addInitScript({ path: script });
}
