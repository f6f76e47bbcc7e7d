import { eventually } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import type { Visited } from '../product/visitor.js';

interface Line {
  role: string;
  traceparent: string;
  msg: string;
}

/** Expects a product that logs each request. */
export const requestId = (visited: () => Visited) =>
  describe('a click that makes two requests, of which one fails', () => {
    let product: Visited;
    let page: Page;
    beforeAll(async () => {
      product = visited();
      page = await product.page('admin', { permissions: ['clipboard-read', 'clipboard-write'] });
    });
    afterAll(() => product.leave());

    it('shows an id that finds both requests in the logs of the gateway and of the services', async () => {
      const list = await page.request.get('/api/admin/all-assignments?page=1&pageSize=1');
      const [lead] = (await list.json()) as { userBusiness: { uuid: string } }[];
      const warnings: string[] = [];
      page.on('console', (message) => warnings.push(message.text()));
      await page.goto(`/business/uuid/${lead!.userBusiness.uuid}`);
      await page.getByRole('button', { name: 'Permanently Delete' }).waitFor();
      expect(warnings.filter((text) => text.includes('preload'))).toEqual([]);
      // The page reads a list that is too long, which the gateway rejects.
      await page.route('**/api/admin/all-assignments?*', (route) => {
        const url = new URL(route.request().url());
        url.searchParams.set('pageSize', '1000');
        return route.continue({ url: url.href });
      });
      await page.getByRole('button', { name: 'Permanently Delete' }).click();
      const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE');
      await page.getByRole('dialog').getByRole('button', { name: 'Permanently Delete' }).click();
      expect((await deleted).status()).toBe(200);
      const failure = page.getByRole('alert').filter({ hasText: 'The list could not be loaded' });
      await failure.getByRole('button', { name: 'Copy request id' }).click();
      const id = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(await failure.innerText()).toContain(`Request ${id}`);

      const linesOfId = () =>
        product
          .log()
          .split('\n')
          .filter((line) => line.includes(id))
          .map((line) => JSON.parse(line) as Line);
      await eventually(() => expect(linesOfId().map(({ msg }) => msg)).toContain('event consumed'));
      const [done, failed] = linesOfId().filter(({ role }) => role === 'gateway');
      expect([done, failed]).toMatchObject([
        { requestId: id, method: 'DELETE', route: '/api/business-by-uuid/:uuid/delete', status: 200 },
        { requestId: id, method: 'GET', route: '/api/admin/all-assignments', status: 400 },
      ]);
      expect(done!.traceparent).not.toBe(failed!.traceparent);
      // The lines of the services say which of the two requests they belong to.
      const inServices = linesOfId().filter(({ role }) => role !== 'gateway');
      expect(inServices).toEqual(
        ['leads: event recorded', 'users: event consumed'].map((each) => {
          const [role, msg] = each.split(': ');
          return expect.objectContaining({ role, msg, requestId: id, traceparent: done!.traceparent }) as Line;
        }),
      );
    });
  });
