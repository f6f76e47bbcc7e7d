// npm run bench -- page [--port P]
// What a browser loads and how soon it shows it: script (gzipped) of the sign-in page and of the list, and the largest
// paint, layout shift and blocking time of both with a processor four times slower.
/* global window */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { openBrowser } from '@lead-finder/testing';
import { password, startProduct } from './product.mjs';

const { values: options } = parseArgs({ options: { port: { type: 'string', default: '21590' } } });
/** By address: the most kilobytes of script, and what stands there when the page is whole. */
const pages = {
  '/auth': { bound: 130, whole: 'button[type="submit"]' },
  '/crm': { bound: 250, whole: '.lf-lead' },
};
const slower = 4;

process.env.LOG_LEVEL = 'error';
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-page-'));
const product = await startProduct(dataDir, Number(options.port), { DEMO_DATA: 'on' });
const browser = await openBrowser();

/** Loads an address in a browser that knows nothing yet. */
async function load(address, whole, signedIn) {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
  if (signedIn) {
    const answer = await context.request.post('/api/login', { data: { username: 'admin', password } });
    if (!answer.ok()) throw new Error(`The sign-in answered ${answer.status()}: ${await answer.text()}`);
  }
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.addInitScript(() => {
    const figures = { lcp: 0, cls: 0, tbt: 0 };
    window.figures = figures;
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (figures.lcp = entry.startTime))).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => (figures.cls += entry.hadRecentInput ? 0 : entry.value)),
    ).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => (figures.tbt += Math.max(0, entry.duration - 50))),
    ).observe({ type: 'longtask', buffered: true });
  });
  const scripts = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(address);
  await page.locator(whole).first().waitFor();
  // Until nothing has moved for a while: what comes late shifts the page and counts as script too.
  await page.waitForTimeout(2_000);
  const figures = await page.evaluate(() => window.figures);
  const kilobytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0) / 1_000;
  await context.close();
  return { ...figures, kilobytes };
}

let failed = false;
try {
  for (const [address, { bound, whole }] of Object.entries(pages)) {
    const { kilobytes, lcp, cls, tbt } = await load(address, whole, address !== '/auth');
    const isSmall = kilobytes <= bound;
    const isStill = cls < 0.05;
    failed ||= !isSmall || !isStill;
    const size = `${kilobytes.toFixed(0)} kB of script, at most ${bound}: ${isSmall ? 'pass' : 'FAIL'}`;
    const shift = `CLS ${cls.toFixed(3)}, under 0.05: ${isStill ? 'pass' : 'FAIL'}`;
    console.log(`${address.padEnd(8)}${size}; ${shift}; LCP ${lcp.toFixed(0)} ms, TBT ${tbt.toFixed(0)} ms`);
  }
} finally {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
