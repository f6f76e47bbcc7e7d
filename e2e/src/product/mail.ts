import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the reset link of the newest mail in a folder of mail files. Throws if there is none. */
export function resetLinkIn(folder: string): string {
  const mails = readdirSync(folder).sort();
  const text = readFileSync(path.join(folder, mails.at(-1)!), 'utf8')
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=');
  const [link] = /\/reset-password\?token=[\w-]+/.exec(text) ?? [];
  if (!link) throw new Error('There is no link in the mail yet');
  return link;
}
