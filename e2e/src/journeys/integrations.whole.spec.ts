import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { Keyboard } from '../product/keyboard.js';
import { toast, visit, type Visited } from '../product/visitor.js';

describe('an administrator without a mouse connects other programs', () => {
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  let receiver: Server;
  let address: string;
  let status = 204;
  let product: Visited;
  let page: Page;
  let keys: Keyboard;

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      received.push({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() });
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    product = await visit({ INTERNAL_WEBHOOKS: address });
    page = await product.page('admin');
    keys = new Keyboard(page);
  });
  afterAll(async () => {
    await product?.close();
    receiver.close();
  }, 60_000);

  const dialog = (name: string) => page.getByRole('dialog', { name });
  const press = async (name: string | RegExp) => {
    await keys.tabTo('button', name);
    await keys.press('Enter');
  };
  const askBy = (token: string, path: string) =>
    fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } }).then((answer) => answer.status);

  /** Fills the open form, which begins in its first field, and returns the token that the page shows once. */
  async function createToken(title: string, fill: () => Promise<void>): Promise<string> {
    await press('Create token');
    await dialog(title).waitFor();
    await keys.tabTo('textbox', 'Name');
    await fill();
    await keys.tabTo('button', 'Create token', dialog(title));
    await keys.press('Enter');
    await dialog('Token created').waitFor();
    const token = await dialog('Token created').getByRole('textbox').inputValue();
    await press('Done');
    await dialog('Token created').waitFor({ state: 'detached' });
    return token;
  }
  async function revoke(name: RegExp): Promise<void> {
    await press(name);
    await dialog('Revoke token').waitFor();
    await press('Revoke');
    await toast(page, 'Token revoked');
    await dialog('Revoke token').waitFor({ state: 'detached' });
  }

  it('has an own token, which works until it is revoked', async () => {
    await page.goto('/tokens');
    await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
    const token = await createToken('Create API token', async () => {
      await keys.type('Warehouse mirror');
      await keys.tabTo('checkbox', /^leads:read/);
      await keys.press('Space');
    });
    expect(await askBy(token, '/api/all-tags')).toBe(200);
    expect(await askBy(token, '/api/audit')).toBe(403);
    await revoke(/^Revoke the token Warehouse mirror/);
    await page.getByRole('heading', { name: 'No tokens yet' }).waitFor();
    expect(await askBy(token, '/api/all-tags')).toBe(401);
  });

  it('has a token for a service with the role of an administrator', async () => {
    await page.goto('/integrations');
    await page.getByRole('heading', { name: 'No service tokens yet' }).waitFor();
    const token = await createToken('Create service token', async () => {
      await keys.type('Nightly import');
      await keys.tabTo('combobox', 'Role');
      await keys.type('Admin');
      await keys.tabTo('checkbox', /^admin\.users:read/);
      await keys.press('Space');
    });
    await page.getByText('Admin · all teams').waitFor();
    expect(await askBy(token, '/api/audit')).toBe(200);
    await revoke(/^Revoke the token Nightly import/);
    expect(await askBy(token, '/api/audit')).toBe(401);
  });

  it('adds a webhook, whose secret signs a test', async () => {
    await press('Add webhook');
    await dialog('Add webhook').waitFor();
    await keys.tabTo('textbox', 'Address');
    await keys.type(`${address}/leads`);
    await keys.press('Enter');
    const secret = await dialog('Secret of the webhook').getByLabel('Signing secret').inputValue();
    await keys.tabTo('button', 'Copy the secret');
    await keys.press('Escape');
    await dialog('Secret of the webhook').waitFor({ state: 'detached' });
    await press('Send test');
    await page.getByText(/^Test sent at .+: 204$/).waitFor();
    const { headers, body } = received.at(-1)!;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ type: 'webhook.test' });
  });

  it('reads in the log what was sent and answered', async () => {
    status = 503;
    await press('Send test');
    await page.getByText(/^Test sent at .+: 503$/).waitFor();
    await press(/^Details of webhook\.test/);
    await page.getByText('"webhook.test"').first().waitFor();
  });

  it('switches the webhook off and on, and removes it', async () => {
    await press('Switch off');
    await toast(page, 'Webhook switched off');
    await press('Switch on');
    await toast(page, 'Webhook switched on');
    await press('Remove');
    await dialog('Remove webhook').waitFor();
    await keys.tabTo('button', 'Remove', dialog('Remove webhook'));
    await keys.press('Enter');
    await toast(page, 'Webhook removed');
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    expect(product.problems).toEqual([]);
  });
});
