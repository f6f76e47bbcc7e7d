import type { OidcPeer } from '@lead-finder/testing';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { password, sees, toast, type Visited } from '../product/visitor.js';

/** Afterwards only named administrators may use a password. */
export const signInByProvider = (visited: () => Visited, met: () => OidcPeer) =>
  describe('a company that signs in with its identity provider', () => {
    let product: Visited;
    let peer: OidcPeer;
    let admin: Page;
    beforeAll(async () => {
      [product, peer] = [visited(), met()];
      admin = await product.page('admin');
    });
    afterAll(() => product.leave());

    const settings = async () => {
      await admin.goto('/sign-in');
      await admin.getByRole('heading', { name: 'Sign-in', exact: true }).waitFor();
    };

    it('is set up and tested by an administrator', async () => {
      await settings();
      await admin.getByRole('button', { name: 'Add Provider' }).click();
      const dialog = admin.getByRole('dialog', { name: 'Add provider' });
      await dialog.getByLabel('Name', { exact: true }).fill('Northfield ID');
      await dialog.getByLabel('Issuer').fill(peer.issuer);
      await dialog.getByLabel('Client id').fill(peer.clientId);
      await dialog.getByLabel('Client secret').fill('wrong');
      await dialog.getByLabel('Create accounts at the first sign-in').check();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await toast(admin, 'Provider saved');
      const card = admin.getByRole('region', { name: 'Northfield ID' });
      const [redirectAddress] = (await card.getByText(/\/callback/).innerText()).split(/\s/) as [string];
      expect(redirectAddress.startsWith(product.url)).toBe(true);
      peer.register(redirectAddress);

      const test = async () => {
        const opened = admin.context().waitForEvent('page');
        await card.getByRole('link', { name: 'Test sign-in with Northfield ID' }).click();
        return opened;
      };
      const failed = await test();
      await failed.getByText('Wrong: client secret.').waitFor();
      await failed.close();
      await card.getByRole('button', { name: 'Edit Northfield ID' }).click();
      const edit = admin.getByRole('dialog', { name: 'Edit provider' });
      await edit.getByLabel('Client secret').fill(peer.clientSecret);
      await edit.getByRole('button', { name: 'Save' }).click();
      await toast(admin, 'Provider saved');
      const passed = await test();
      await sees(passed, 'The sign-in works with these settings.', 'first@example.com');
      await passed.close();
      await settings();
      await card.getByRole('checkbox', { name: 'Show Northfield ID on the sign-in page' }).click();
      await toast(admin, 'Northfield ID is on');
    });

    it('brings its people back to the page that they asked for, with a new account', async () => {
      const page = await product.page();
      peer.account = { sub: 'ben', email: 'ben@northfield.example', name: 'Ben Fields', preferred_username: 'ben' };
      await page.goto('/my-day');
      await page.getByRole('button', { name: 'Continue with Northfield ID' }).click();
      await page.waitForURL('**/my-day');
      await page.getByRole('button', { name: 'Ben Fields, your menu' }).waitFor();
      await page.context().close();
      await settings();
      await sees(admin, 'ben', 'created the account ben as user');
    });

    it('reads one sentence if the provider is down, and signs in with a password', async () => {
      const page = await product.page();
      await page.goto('/auth?problem=provider_away');
      await sees(page, 'The identity provider did not answer. Please try again in a moment.');
      await page.getByLabel('Username or email').fill('sam');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await toast(page, 'Login successful');
      await page.context().close();
    });

    it('switches passwords off for all but named administrators', async () => {
      await settings();
      const panel = admin.getByRole('region', { name: 'Passwords' });
      await panel.getByLabel('Everybody may sign in with a password or a passkey').uncheck();
      await panel.getByLabel(/\(admin\)$/).check();
      const save = () => panel.getByRole('button', { name: 'Save' }).click();
      await save();
      await toast(admin, 'Error', 'Only active administrators with a password and a second factor can be named');
      const { secret } = (await (await admin.request.post('/api/user/authenticator')).json()) as { secret: string };
      const data = { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate(), currentPassword: password };
      expect((await admin.request.post('/api/user/authenticator/confirm', { data })).status()).toBe(200);
      await save();
      await toast(admin, 'Passwords saved');
      const page = await product.page();
      await page.goto('/auth');
      await page.getByLabel('Username or email').fill('sam');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await toast(page, 'Login failed', 'Passwords are switched off here. Sign in with your company.');
      await page.context().close();
    });
  });
