import { existsSync, statfsSync } from 'node:fs';
import type { Browser, LaunchOptions } from 'playwright-core';
import { aptGet, isDebianRoot, onPath } from './binaries.js';

const shell = 'chromium-headless-shell';
const commands = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const installed = () =>
  process.env.CHROMIUM_PATH ?? commands.map(onPath).find(Boolean) ?? applications.find(existsSync);

/** Returns the path of Chromium or Chrome. As root on Debian it installs a shell that takes half of a browser's processor time. */
export async function chromiumPath(): Promise<string> {
  if (!process.env.CHROMIUM_PATH && !onPath(shell) && isDebianRoot()) {
    process.stdout.write('Installing Chromium from the distribution, for the tests in a browser.\n');
    const installing = aptGet(['install', '-y', '-q', '--no-install-recommends', shell]);
    await (installed() ? installing.catch(() => undefined) : installing);
  }
  const present = installed();
  if (present) return present;
  throw new Error(`No browser: none of ${commands.join(', ')} is on the PATH, and CHROMIUM_PATH names none.`);
}

/** By default Playwright moves shared memory to files, for containers that have 64 MB of it. */
function sharedMemoryFlags(): string[] {
  if (!existsSync('/dev/shm')) return [];
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 2 ** 30 ? ['--disable-dev-shm-usage'] : [];
}

/** Opens a headless browser that sends requests only to the product under test. */
export async function openBrowser(options: LaunchOptions = {}): Promise<Browser> {
  // Loads on demand, because it takes two seconds and most specs open no browser.
  const { chromium } = await import('playwright-core');
  const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({
    executablePath: await chromiumPath(),
    ignoreDefaultArgs: sharedMemoryFlags(),
    ...options,
    args: ['--no-sandbox', '--disable-gpu', '--disable-sync', ...quiet, ...(options.args ?? [])],
  });
}
