import type { Page } from 'playwright-core';

/** Chromium's own line about an answer that is no success, and React's about a page whose code did not come. */
const failedAnswer = /^Failed to load resource|Failed to fetch dynamically imported module/;

/**
 * Keeps what the page throws and every error in its console. Chromium writes one for each refused answer too; those count
 * unless something is to fail, but for the answer to the question who is signed in, which is 401 where nobody is.
 */
export function watchProblems(page: Page, problems: string[], { failsOnPurpose = false } = {}): void {
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    const isAnswer = failedAnswer.test(message.text());
    // The machine's, where containers come and go beside the browser; the page asks again.
    if (url.startsWith('http') && message.text().includes('ERR_NETWORK_CHANGED')) return;
    const isSignedOut = isAnswer && message.text().includes('401') && url.endsWith('/api/user');
    if (isSignedOut || (isAnswer && failsOnPurpose)) return;
    problems.push(`${page.url()}: ${message.text()} ${url}`);
  });
}
