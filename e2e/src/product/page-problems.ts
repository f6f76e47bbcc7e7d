import type { Page } from 'playwright-core';

/** Messages of Chromium about a failed response, and of React about a script that did not load. */
const failedAnswer = /^Failed to load resource|Failed to fetch dynamically imported module/;

/**
 * Collects the errors of a page and of its console. Chromium also reports each failed response: those count unless
 * `failsOnPurpose` is set. A 401 of /api/user never counts, because it means only that no user is signed in.
 */
export function watchProblems(page: Page, problems: string[], { failsOnPurpose = false } = {}): void {
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    const isAnswer = failedAnswer.test(message.text());
    // Starting and stopping containers changes the machine's network. The page repeats the request.
    if (url.startsWith('http') && message.text().includes('ERR_NETWORK_CHANGED')) return;
    const isSignedOut = isAnswer && message.text().includes('401') && url.endsWith('/api/user');
    if (isSignedOut || (isAnswer && failsOnPurpose)) return;
    problems.push(`${page.url()}: ${message.text()} ${url}`);
  });
}
