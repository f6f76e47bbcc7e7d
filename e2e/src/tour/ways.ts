import type { Page, Route } from 'playwright-core';

/** What the server says where the specification leaves the words to the page. */
export const internal = { message: 'Something went wrong on our side. Please try again.', code: 'internal', requestId: '7f3c1a90-tour' };

const held = new WeakMap<Page, Route[]>();

/** Never answers: what stands there while one waits stays. Reading goes on where only changes are to wait. */
export async function hold(page: Page, address: string, { changes = false } = {}): Promise<void> {
  const routes = held.get(page) ?? [];
  held.set(page, routes);
  await page.route(address, (route) => {
    if (changes && route.request().method() === 'GET') return route.fallback();
    routes.push(route);
  });
}

/** Ends what was held: with its page gone the browser would send it after all. */
export async function drop(page: Page): Promise<void> {
  for (const route of held.get(page) ?? []) await route.abort();
}

/** Answers in the server's place. */
export const answer = (page: Page, address: string, json: unknown, headers: Record<string, string> = {}) =>
  page.route(address, (route) => route.fulfill({ json, headers }));

export const refuse = (page: Page, address: string, json: object = internal, status = 500) =>
  page.route(address, (route) => route.fulfill({ status, json }));

/** As if the cable were pulled. */
export const cut = (page: Page, address: string) => page.route(address, (route) => route.abort('connectionfailed'));

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).filter({ visible: true }).first().click();

export const shows = (page: Page, text: string | RegExp) =>
  page.getByText(text, { exact: typeof text === 'string' }).filter({ visible: true }).first().waitFor();

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, exact: typeof name === 'string' }).filter({ visible: true }).first().waitFor();

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

/** Opens an address and waits for its title. */
export async function at(page: Page, address: string, title: string | RegExp): Promise<void> {
  await page.goto(address);
  await heading(page, title);
}
