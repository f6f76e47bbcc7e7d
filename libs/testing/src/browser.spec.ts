import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBrowser } from './browser.js';

describe('a browser', () => {
  it('opens a page on loopback', async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<title>Lead Finder</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const browser = await openBrowser();
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(await page.title()).toBe('Lead Finder');
    await browser.close();
    server.closeAllConnections();
    server.close();
  });
});
