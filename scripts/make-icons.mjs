// Draws the icons of the installed app from web/public/favicon.svg into web/public/icons, in Chromium.
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openBrowser } from '@lead-finder/testing';
import { workspace } from './prepare.mjs';

const from = path.join(workspace, 'web', 'public', 'favicon.svg');
const to = path.join(workspace, 'web', 'public', 'icons');
const logo = readFileSync(from, 'utf8');
/** Phones mask the icon: the colour reaches the edge, and the lens stays within the inner four fifths. */
const fullBleed = logo
  .replace('viewBox="0 0 24 24"', 'viewBox="-1.5 -1.5 27 27"')
  .replace(/<rect [^>]*fill="([^"]*)"\/>/, '<rect x="-2" y="-2" width="28" height="28" fill="$1"/>');
const icons = [
  { name: 'app-192.png', size: 192, svg: logo },
  { name: 'app-512.png', size: 512, svg: logo },
  { name: 'maskable-192.png', size: 192, svg: fullBleed },
  { name: 'maskable-512.png', size: 512, svg: fullBleed },
  { name: 'touch-180.png', size: 180, svg: fullBleed },
];

mkdirSync(to, { recursive: true });
const browser = await openBrowser();
for (const { name, size, svg } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${size}px }</style>${svg}`);
  await page.screenshot({ path: path.join(to, name), omitBackground: true });
  await page.close();
}
await browser.close();
