import path from 'node:path';
import { eventually } from '@lead-finder/testing';
import type { Page } from 'playwright-core';
import { resetLinkIn } from '../product/mail.js';
import { password, sees, toast, type Visited } from '../product/visitor.js';

const privacy = /This software is private/;

/** Afterwards alex has another password. */
export const session = (visited: () => Visited, dataDir: string) =>
  describe('signing in and out', () => {
    let product: Visited;
    let page: Page;

    beforeAll(async () => {
      product = visited();
      page = await product.page();
    });
    afterAll(() => product.leave());

    it.each(['/', '/search', '/crm', '/users', '/import', '/progress', '/business/1'])(
      'redirects a visitor who is not signed in from %s to /auth',
      async (address) => {
        await page.goto(address);
        await page.waitForURL('**/auth');
        await page.getByText(privacy).waitFor();
      },
    );

    it('says what is missing in the form', async () => {
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await sees(page, 'Please enter your username or email address', 'Password must be at least 6 characters');
    });

    it('shows and hides the password, and is found by its label', async () => {
      await page.getByLabel('Password').fill('secret1');
      await page.getByRole('button', { name: 'Show password' }).click();
      expect(await page.getByLabel('Password').getAttribute('type')).toBe('text');
      await page.getByRole('button', { name: 'Hide password' }).click();
      expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
    });

    it('reports a failed sign-in, a successful one, and the sign-out', async () => {
      await page.getByLabel('Username or email').fill('sam');
      await page.getByLabel('Password').fill('Wrong123');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await toast(page, 'Login failed', 'Invalid username or password');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await toast(page, 'Login successful', 'Welcome back, Sam Okafor');
      await page.goto('/auth');
      await page.waitForURL((url) => url.pathname === '/');
      await page.getByRole('button', { name: 'Logout' }).click();
      await toast(page, 'Logged out', 'You have been logged out successfully.');
      await page.waitForURL('**/auth');
    });

    it('mails a link by which a new password is chosen', async () => {
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.getByLabel('Email').fill('no-address');
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await sees(page, 'Please enter a valid email address');
      await page.getByLabel('Email').fill('alex@leadfinder.example');
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await sees(page, "If an account exists with that email, we've sent a password reset link.");
      const link = await eventually(async () => resetLinkIn(path.join(dataDir, 'mail')));
      await page.goto(link);
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByLabel('Confirm password').fill('other');
      await page.getByRole('button', { name: /reset password/i }).click();
      await sees(page, 'Password must be at least 8 characters', 'Passwords do not match');
      for (const [typed, message] of [
        ['lowercase1', 'Password must contain at least one uppercase letter'],
        ['UPPERCASE1', 'Password must contain at least one lowercase letter'],
        ['NumberLess', 'Password must contain at least one number'],
        [`Long1${'x'.repeat(96)}`, 'Password must be at most 100 characters'],
      ] as const) {
        await page.getByLabel('New password', { exact: true }).fill(typed);
        await sees(page, message);
      }
      for (const field of ['New password', 'Confirm password']) {
        await page.getByLabel(field, { exact: true }).fill('Purple-Lantern-7');
      }
      await page.getByRole('button', { name: /reset password/i }).click();
      await sees(page, 'Your password has been reset. Sign in with the new one.');
      await page.goto(link);
      await sees(page, 'Invalid or expired token. Please request a new reset link.');
      const answer = await page.request.post('/api/login', {
        data: { username: 'alex', password: 'Purple-Lantern-7' },
      });
      expect(answer.status()).toBe(200);
      await page.request.post('/api/logout');
    });

    it('says what is wrong with a reset link', async () => {
      await page.goto('/reset-password');
      await sees(page, 'Missing reset token. Please check your reset link or request a new one.');
      await page.goto('/reset-password?token=nonsense');
      await sees(page, 'Invalid or expired token. Please request a new reset link.');
      await page.getByRole('button', { name: 'Request New Reset Link' }).click();
      await page.waitForURL('**/forgot-password');
      await page.getByRole('link', { name: 'Back to login' }).click();
      await page.waitForURL('**/auth');
    });

    it('shows any other path a page that says so', async () => {
      await page.goto('/no/such/page');
      await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
      await sees(page, 'Did you forget to add the page to the router?');
    });
  });
