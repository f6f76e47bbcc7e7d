import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { password, sees, toast, visit, type Visited } from '../product/visitor.js';

describe('a user who wants more than a password', () => {
  let product: Visited;
  let page: Page;
  beforeAll(async () => {
    product = await visit();
    // No browser makes passkeys for an address of digits.
    page = await product.page('sam', { baseURL: product.url.replace('127.0.0.1', 'localhost') });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
  });
  afterAll(() => product?.close(), 60_000);

  const security = async () => {
    await page.getByRole('button', { name: /, your menu$/ }).click();
    await page.getByRole('button', { name: 'Sign-in security' }).click();
    return page.getByRole('dialog', { name: 'Sign-in security' });
  };
  const signOut = async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/auth');
  };
  const typePassword = async () => {
    await page.getByLabel('Username or email').fill('sam');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await sees(page, 'Second step', 'Enter the code of your authenticator app, or one of your recovery codes.');
  };
  const typeCode = async (code: string) => {
    await page.getByLabel('Code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  let codes: string[];

  it('sets up an authenticator app, and signs in with its code and with a recovery code', async () => {
    await page.goto('/');
    const dialog = await security();
    await dialog.getByText('Not set up.').waitFor();
    await dialog.getByRole('button', { name: 'Set up an authenticator app' }).click();
    const key = await page.locator('code').innerText();
    const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
    const now = Date.now();
    await page.getByLabel('Code of the app').fill(totp.generate({ timestamp: now }));
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await sees(page, 'Recovery codes');
    codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 of 10 are left.').waitFor();
    await page.getByRole('dialog').getByText('Close', { exact: true }).click();

    await signOut();
    await typePassword();
    await typeCode(totp.generate({ timestamp: now }));
    await toast(page, 'Login failed', 'That code is not right, or it was used already');
    await typeCode(totp.generate({ timestamp: now + 30_000 }));
    await toast(page, 'Login successful', 'Welcome back');

    await signOut();
    await typePassword();
    await typeCode(codes[0]!);
    await toast(page, 'Login successful', 'Welcome back');
  });

  it('adds a passkey, and signs in by it alone and as a second step', async () => {
    const dialog = await security();
    await dialog.getByText('9 of 10 are left.').waitFor();
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('list', { name: 'Your passkeys' }).getByText('Laptop').waitFor();
    await page.getByRole('dialog').getByText('Close', { exact: true }).click();

    await signOut();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await toast(page, 'Login successful', 'Welcome back');

    await signOut();
    await typePassword();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await toast(page, 'Login successful', 'Welcome back');
  });

  it('removes both, and the password is enough again', async () => {
    const dialog = await security();
    await dialog.getByRole('button', { name: 'Remove Laptop' }).click();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('None yet.').waitFor();
    await page.getByRole('button', { name: 'Remove the app' }).click();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('Not set up.').waitFor();
    await page.getByRole('dialog').getByText('Close', { exact: true }).click();
    await signOut();
    await page.getByLabel('Username or email').fill('sam');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await toast(page, 'Login successful', 'Welcome back');
    expect(product.problems).toEqual([]);
  });
});
