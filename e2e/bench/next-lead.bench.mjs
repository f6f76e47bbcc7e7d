// npm run bench -- next-lead [--leads N] [--users M] [--data DIR] [--port P] [--worked N] [--bound MS]
// Measures in the page, with a million leads, the time from the key of an outcome to the paint of the next lead.
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from '@lead-finder/testing';
import { percentile } from './load.mjs';
import { password, seeded, startProduct } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    leads: { type: 'string', default: '1000000' },
    users: { type: 'string', default: '1000' },
    data: { type: 'string', default: path.join(os.tmpdir(), 'lead-finder-bench-lists') },
    port: { type: 'string', default: '21470' },
    worked: { type: 'string', default: '20' },
    bound: { type: 'string', default: '150' },
  },
});
const worked = Number(options.worked);
const bound = Number(options.bound);
/** The milliseconds between a lead and the next key. */
const pauses = { 'after a second': 1_000, 'as soon as a key is taken': 0 };
const works = [
  { who: 'a user', username: 'seed2', name: 'my day', queue: 'from=my-day' },
  { who: 'a user', username: 'seed2', name: 'a list', queue: 'from=list&status=new&status=in_progress' },
  { who: 'an administrator', username: 'seed1', name: 'a list', queue: 'from=list&status=new' },
  {
    who: 'an administrator',
    username: 'seed1',
    name: 'a name, oldest',
    queue: 'from=list&status=new&q=bakery&sort=oldest',
  },
  {
    who: 'an administrator',
    username: 'seed1',
    name: 'a state and a tag',
    queue: 'from=list&status=new&state=TX&tag=Hot%201',
  },
];

await seeded(options.data, options.leads, options.users);
const product = await startProduct(options.data, Number(options.port));
const browser = await openBrowser();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void Promise.all([browser.close(), product.stop()]).finally(() => process.exit(1)));
}

let failed = 0;
try {
  console.log(`${worked} leads each, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(1)}`);
  for (const { who, username, name, queue } of works) {
    for (const [when, pause] of Object.entries(pauses)) {
      const times = await work(username, queue, pause);
      const median = percentile(times, 0.5);
      const passed = median < bound;
      if (!passed) failed += 1;
      const figures = `${median.toFixed(0).padStart(5)} ms in the median, ${percentile(times, 0.95).toFixed(0).padStart(5)} in 95 %`;
      console.log(`${passed ? 'pass' : 'FAIL'}  ${`${who}, ${name}, ${when}`.padEnd(62)}${figures}, below ${bound}`);
    }
  }
} finally {
  await browser.close();
  await product.stop();
}
process.exit(failed > 0 ? 1 : 0);

/** Returns the milliseconds from each key to the paint of the next lead's name. */
async function work(username, queue, pause) {
  const context = await browser.newContext({ baseURL: product.url, viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    const answer = await page.request.post('/api/login', { data: { username, password } });
    if (!answer.ok()) throw new Error(`${username} could not sign in: ${answer.status()}`);
    await page.goto(`/next-lead?${queue}`);
    const key = page.getByRole('button', { name: /No answer/ }).and(page.locator(':enabled'));
    const times = [];
    for (let n = 0; n < worked; n++) {
      await key.waitFor();
      await page.waitForTimeout(Math.max(pause, n === 0 ? 1_000 : 0));
      await page.evaluate(() => window.watchNextPaint());
      await page.keyboard.press('1');
      const ms = await page.evaluate(() => window.paintedAfter);
      if (ms === null) throw new Error(`${queue}: no lead was painted after number ${n + 1}`);
      times.push(ms);
    }
    return times;
  } finally {
    await context.close();
  }
}

/** Runs in the page. Measures from the key press to the frame that shows the name of another lead. */
function watch() {
  // Two leads may have the same name, but each has its own heading element.
  const heading = () => document.querySelector('.lf-profile-head h1');
  const nextPaint = () =>
    new Promise((resolve) => {
      const before = heading();
      let pressed;
      window.addEventListener('keydown', (event) => (pressed = event.timeStamp), { capture: true, once: true });
      const observer = new MutationObserver(() => {
        const shown = heading();
        if (pressed === undefined || !shown?.textContent || shown === before) return;
        observer.disconnect();
        // The second frame begins when the first one has been painted.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - pressed)));
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  window.watchNextPaint = () => {
    const tooLate = new Promise((resolve) => setTimeout(resolve, 15_000, null));
    window.paintedAfter = Promise.race([nextPaint(), tooLate]);
  };
}
