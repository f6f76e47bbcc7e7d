import type { Locator, Page } from 'playwright-core';
import { password, sees, toast, type Visited } from '../product/visitor.js';
import { newLeads, type Listed } from './new-leads.js';

const typed = 'Wants a quotation for two sites, by Friday.';

export const overtakenLead = (visited: () => Visited) =>
  describe('a lead whose page is overtaken by others, by time or by the network', () => {
    let product: Visited;
    let sam: Page;
    let admin: Page;
    let leads: Listed[];

    beforeAll(async () => {
      product = visited();
      [sam, admin] = [await product.page('sam'), await product.page('admin')];
      leads = await newLeads(sam);
    });
    afterAll(() => product.leave());

    const idOf = (n: number) => leads[n]!.userBusiness.id;
    const open = async (page: Page, n: number) => {
      await page.goto(`/business/uuid/${leads[n]!.userBusiness.uuid}`);
      await page.getByRole('heading', { name: 'Quick Actions' }).waitFor();
    };
    const notes = (page: Page): Locator => page.getByRole('textbox', { name: 'Notes', exact: true });
    const openNotes = async (page: Page, n: number) => {
      await open(page, n);
      await page.getByRole('tab', { name: /^Notes/ }).click();
    };
    const saveNotes = (page: Page) => page.getByRole('button', { name: 'Save Notes' }).click();
    const activityNotes = (page: Page) => page.getByLabel('Activity notes');
    const savedNote = async (n: number) => {
      const profile = await admin.request.get(`/api/business-profile/${idOf(n)}`);
      return ((await profile.json()) as { userBusiness: { notes: string } }).userBusiness.notes;
    };
    const activitiesOf = async (n: number) => {
      const profile = await admin.request.get(`/api/business-profile/${idOf(n)}`);
      return ((await profile.json()) as { contactActivities: { description: string }[] }).contactActivities;
    };

    it('shows both texts when two users edit one note, and loses neither', async () => {
      await openNotes(sam, 0);
      await openNotes(admin, 0);
      await notes(sam).fill('Written by Sam.');
      await notes(admin).fill('Written by Dana.');
      await saveNotes(admin);
      await toast(admin, 'Notes updated');
      await saveNotes(sam);
      await toast(sam, 'Notes update failed', 'Somebody else saved this note meanwhile. Choose which text to keep.');
      const both = sam.getByRole('region', { name: 'Two versions of the note' });
      await both.getByText('Written by Sam.').waitFor();
      await both.getByText('Written by Dana.').waitFor();
      expect(await savedNote(0)).toBe('Written by Dana.');
      await both.getByRole('button', { name: 'Keep both' }).click();
      await saveNotes(sam);
      await toast(sam, 'Notes updated');
      expect(await savedNote(0)).toBe('Written by Dana.\n\nWritten by Sam.');
      await admin.getByText('Written by Dana.\n\nWritten by Sam.').waitFor();
    });

    it('reports in the open page that it was reassigned, and preserves the typed text', async () => {
      await open(sam, 1);
      await activityNotes(sam).fill(typed);
      const targets = (await (await admin.request.get('/api/users-for-reassignment')).json()) as {
        id: number;
        username: string;
      }[];
      const newUserId = targets.find(({ username }) => username === 'alex')!.id;
      await admin.request.post(`/api/reassign-business/${idOf(1)}`, { data: { newUserId } });
      await sam.getByText(/This business was assigned to another user meanwhile/).waitFor();
      await sees(sam, 'Back to CRM Dashboard');
      expect(await activityNotes(sam).inputValue()).toBe(typed);
      await sam.getByRole('button', { name: 'Add Activity' }).click();
      await toast(sam, 'Failed to add activity');
      expect(await activityNotes(sam).inputValue()).toBe(typed);
      expect(await activitiesOf(1)).toEqual([]);
    });

    it('reports in the open page that it was deleted, and preserves the typed text', async () => {
      await openNotes(sam, 2);
      await notes(sam).fill(typed);
      expect((await admin.request.delete(`/api/business/${idOf(2)}/delete`)).ok()).toBe(true);
      await sam.getByText(/This business was deleted meanwhile/).waitFor();
      await saveNotes(sam);
      await toast(sam, 'Notes update failed');
      expect(await notes(sam).inputValue()).toBe(typed);
      await sam.reload();
      await sam.getByRole('heading', { name: 'Unable to Load Customer' }).waitFor();
      await sam.getByRole('button', { name: 'Back to CRM Dashboard' }).click();
      await sam.waitForURL('**/crm*');
    });

    it('still holds what was typed when the session ended meanwhile, in the same place after signing in', async () => {
      await openNotes(sam, 3);
      await notes(sam).fill(typed);
      await sam.getByRole('button', { name: /^(Add|Edit) email$/i }).click();
      await sam.getByLabel('Email').fill('owner@example.com');
      // Ends the session on the server. The page notices it at its next call.
      await sam.request.post('/api/logout');
      await sam.waitForURL('**/auth');
      await sees(sam, 'You were signed out because your session ended. What you typed is kept: sign in to go on.');
      await sam.getByLabel('Username or email').fill('sam');
      await sam.getByLabel('Password').fill(password);
      await sam.getByRole('button', { name: 'Sign in' }).click();
      await sam.waitForURL(`**/business/uuid/${leads[3]!.userBusiness.uuid}`);
      expect(await sam.getByLabel('Email').inputValue()).toBe('owner@example.com');
      await sam.getByRole('tab', { name: /^Notes/ }).click();
      expect(await notes(sam).inputValue()).toBe(typed);
      await saveNotes(sam);
      await toast(sam, 'Notes updated');
      expect(await savedNote(3)).toBe(typed);
    });

    it('says that it could not be reached while the network is cut, and saves once it is back', async () => {
      await openNotes(sam, 4);
      await notes(sam).fill(typed);
      await sam.context().setOffline(true);
      await saveNotes(sam);
      await toast(sam, 'Notes update failed', 'Lead Finder could not be reached. What you typed is kept.');
      expect(await notes(sam).inputValue()).toBe(typed);
      await sees(sam, 'Not saved yet');
      await sam.context().setOffline(false);
      await saveNotes(sam);
      await toast(sam, 'Notes updated');
      expect(await savedNote(4)).toBe(typed);
    });

    it('logs an activity once though the answer to it got lost on the way', async () => {
      await open(sam, 5);
      await activityNotes(sam).fill(typed);
      await sam.route('**/api/contact-activity*/**', async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      });
      await sam.getByRole('button', { name: 'Add Activity' }).click();
      await toast(sam, 'Failed to add activity', 'Lead Finder could not be reached. What you typed is kept.');
      await sam.unroute('**/api/contact-activity*/**');
      expect(await activityNotes(sam).inputValue()).toBe(typed);
      await sam.getByRole('button', { name: 'Add Activity' }).click();
      await toast(sam, 'Activity added');
      expect((await activitiesOf(5)).map(({ description }) => description)).toEqual([typed]);
    });

    it('preserves an outcome of Next lead, and the lead, when the network fails', async () => {
      await sam.goto('/next-lead?from=list&status=new');
      await sam
        .getByRole('button', { name: /No answer/ })
        .and(sam.locator(':enabled'))
        .waitFor();
      const name = await sam.getByRole('heading', { level: 1 }).textContent();
      await sam.getByLabel('Outcome notes').fill(typed);
      await sam.keyboard.press('Escape');
      await sam.context().setOffline(true);
      await sam.keyboard.press('3');
      await toast(sam, 'The outcome could not be saved', 'Lead Finder could not be reached. What you typed is kept.');
      await sam.getByRole('heading', { level: 1, name: name!, exact: true }).waitFor();
      expect(await sam.getByLabel('Outcome notes').inputValue()).toBe(typed);
      await sam.context().setOffline(false);
      await sam.keyboard.press('3');
      await sam.getByRole('heading', { level: 1, name: name!, exact: true }).waitFor({ state: 'detached' });
      await sam.getByRole('button', { name: /Undo/ }).and(sam.locator(':enabled')).waitFor();
    });
  });
