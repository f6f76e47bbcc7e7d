import type { SamlPeer } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { sees, toast, type Visited } from '../product/visitor.js';

export const signInBySaml = (visited: () => Visited, met: () => SamlPeer) =>
  describe('a company that signs in by SAML', () => {
    let product: Visited;
    let peer: SamlPeer;
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
    const card = () => admin.getByRole('region', { name: 'Northfield SAML' });

    it('is set up by the metadata of both sides, and tested by an administrator', async () => {
      await settings();
      await admin.getByRole('button', { name: 'Add Provider' }).click();
      const dialog = admin.getByRole('dialog', { name: 'Add provider' });
      await dialog.getByLabel('Protocol').selectOption('SAML 2.0');
      await dialog.getByLabel('Name', { exact: true }).fill('Northfield SAML');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await toast(admin, 'Provider saved');

      const file = admin.waitForEvent('download');
      await card().getByRole('link', { name: 'Download our metadata for Northfield SAML' }).click();
      const stream = await (await file).createReadStream();
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      peer.register(Buffer.concat(chunks).toString());

      await card().getByRole('button', { name: 'Edit Northfield SAML' }).click();
      const edit = admin.getByRole('dialog', { name: 'Edit provider' });
      await edit.getByLabel('Or its address').fill(peer.metadataAddress);
      await edit.getByRole('button', { name: 'Read metadata' }).click();
      await edit.getByText(/^The metadata is read\./).waitFor();
      await edit.getByLabel('Create accounts at the first sign-in').check();
      await edit.getByRole('button', { name: 'Save' }).click();
      await toast(admin, 'Provider saved');

      const test = async () => {
        const opened = admin.context().waitForEvent('page');
        await card().getByRole('link', { name: 'Test sign-in with Northfield SAML' }).click();
        return opened;
      };
      peer.tamper = { parts: { audience: 'https://another.example' } };
      const failed = await test();
      await failed.getByText('Wrong: audience.').waitFor();
      await failed.close();
      peer.tamper = {};
      const passed = await test();
      await sees(passed, 'The sign-in works with these settings.', 'first@example.com');
      await passed.close();
      await settings();
      await card().getByRole('checkbox', { name: 'Show Northfield SAML on the sign-in page' }).click();
      await toast(admin, 'Northfield SAML is on');
    });

    it('brings its people back to the page that they asked for, though the form of the provider carries no cookie', async () => {
      const page = await product.page();
      peer.account = { nameId: 'kim', attributes: { email: 'kim@northfield.example', displayName: 'Kim Fields' } };
      await page.goto('/my-day');
      await page.getByRole('button', { name: 'Continue with Northfield SAML' }).click();
      await page.waitForURL('**/my-day');
      await page.getByRole('button', { name: 'Kim Fields, your menu' }).waitFor();
      await page.context().close();
      await settings();
      await sees(admin, 'kim', 'created the account kim as user');
    });

    it('reads one sentence if the sign-in began at the provider', async () => {
      const page = await product.page();
      peer.tamper = { parts: { inResponseTo: '', confirmedFor: '' } };
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Continue with Northfield SAML' }).click();
      await sees(
        page,
        'Start the sign-in here, with the button of your company. Lead Finder accepts none that begins at the identity provider.',
      );
      await page.context().close();
    });
  });
