import type { Page, Route } from 'playwright-core';

/** The server's body of an internal error; the page has its own text (docs/product/errors-and-http.md#errors-on-the-page). */
export const internalError = {
  message: 'Something went wrong on our side. Please try again.',
  code: 'internal',
  requestId: '7f3c1a90b2d4e651',
};

const stalledRoutes = new WeakMap<Page, Route[]>();

/** Leaves requests to this address unanswered, so that the page stays in its loading state. With `changes`, GET requests go on. */
export async function stallRequests(page: Page, address: string, { changes = false } = {}): Promise<void> {
  const routes = stalledRoutes.get(page) ?? [];
  stalledRoutes.set(page, routes);
  await page.route(address, (route) => {
    if (changes && route.request().method() === 'GET') return route.fallback();
    routes.push(route);
  });
}

/** Aborts the stalled requests of a page. The browser would send them when the page closes. */
export async function abortStalledRequests(page: Page): Promise<void> {
  for (const route of stalledRoutes.get(page) ?? []) await route.abort();
}

/** Answers instead of the server. */
export const mockResponse = (page: Page, address: string, json: unknown, headers: Record<string, string> = {}) =>
  page.route(address, (route) => route.fulfill({ json, headers }));

/** Answers changes instead of the server. GET requests go on. */
export const mockChange = (page: Page, address: string, json: unknown) =>
  page.route(address, (route) => (route.request().method() === 'GET' ? route.fallback() : route.fulfill({ json })));

export const mockError = (page: Page, address: string, json: object = internalError, status = 500) =>
  page.route(address, (route) => route.fulfill({ status, json }));

/** Fails as if there were no network. */
export const mockOffline = (page: Page, address: string) =>
  page.route(address, (route) => route.abort('connectionfailed'));

export const clickButton = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
    .click();

export const waitForText = (page: Page, text: string | RegExp) =>
  page
    .getByText(text, { exact: typeof text === 'string' })
    .filter({ visible: true })
    .first()
    .waitFor();

export const waitForHeading = (page: Page, name: string | RegExp) =>
  page
    .getByRole('heading', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
    .waitFor();

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens an address and waits for the heading of the page. */
export async function openPage(page: Page, address: string, title: string | RegExp): Promise<void> {
  await page.goto(address);
  await waitForHeading(page, title);
}

/** On phones the actions of the list are in a menu. */
export const clickListAction = async (page: Page, name: string) => {
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true });
  if (await more.isVisible()) await more.click();
  await clickButton(page, name);
};
