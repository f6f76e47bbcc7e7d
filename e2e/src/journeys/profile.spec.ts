import type { Locator, Page } from 'playwright-core';
import { password, sees, toast, visit, type Visited } from '../product/visitor.js';

interface Listed {
  userBusiness: { id: number; uuid: string };
}

const typed = 'Wants a quotation for two sites, by Friday.';

let product: Visited;
beforeAll(async () => void (product = await visit()));
afterAll(() => product?.close(), 60_000);

/** Returns leads that no journey has worked yet. */
async function newLeads(page: Page): Promise<Listed[]> {
  const list = await page.request.get('/api/my-businesses?page=1&pageSize=20&status=new&imported=false');
  return (await list.json()) as Listed[];
}

describe('the profile of a lead', () => {
  let page: Page;
  let leads: Listed[];

  beforeAll(async () => {
    page = await product.page('sam');
    leads = await newLeads(page);
  });
  afterAll(() => page.context().close());

  const open = (n: number) => page.goto(`/business/uuid/${leads[n]!.userBusiness.uuid}`);
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const back = async (name: string) => {
    await toast(page, name);
    await page.waitForURL('**/crm*');
  };

  it('has its cards and buttons by their names', async () => {
    await open(0);
    for (const name of ['Business Information', 'Lead Status', 'Custom Tags', 'Quick Actions']) {
      await page.getByRole('heading', { name }).waitFor();
    }
    await page.getByRole('button', { name: 'Back to CRM', exact: true }).waitFor();
    await page.getByRole('tab', { name: /^Contact Activities \(\d+\)$/ }).waitFor();
    await page.getByRole('tab', { name: /^Notes/ }).waitFor();
    await page.getByRole('tab', { name: /^Assignment History \(\d+\)$/ }).waitFor();
    for (const name of ['Reassign Business', 'Archive Business', 'Mark as Existing Customer', 'Permanently Delete']) {
      await page.getByRole('button', { name, exact: true }).waitFor();
    }
    await sees(page, 'Viewed', 'Open in Maps');
  });

  it('changes its status', async () => {
    await page.getByRole('group', { name: 'Lead status' }).getByRole('button', { name: 'In Progress' }).click();
    await toast(page, 'Status updated');
    await page.getByRole('button', { name: 'In Progress', pressed: true }).waitFor();
  });

  it.each([
    ['email', 'email', 'hello@example.com', 'Email updated'],
    ['contact person', 'text', 'Pat Doe', 'Contact person updated'],
    ['phone', 'tel', '(512) 555-0142', 'Phone number updated'],
    ['website', 'url', 'https://fine.example', 'Website updated'],
  ])('edits the %s where it stands', async (field, type, value, title) => {
    await page.getByRole('button', { name: new RegExp(`^(Add|Edit) ${field}$`, 'i') }).click();
    const input = page.getByLabel(new RegExp(`^${field}$`, 'i')).and(page.locator('input'));
    expect(await input.getAttribute('type')).toBe(type);
    await input.fill(value);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await toast(page, title);
  });

  it('adds an activity and deletes it after a question', async () => {
    await page.getByRole('button', { name: 'Add Activity' }).waitFor();
    await page.getByLabel('Activity type').selectOption({ label: 'Meeting' });
    await page.getByLabel('Activity notes').fill('Spoke about spring.');
    await page.getByRole('button', { name: 'Add Activity' }).click();
    await toast(page, 'Activity added');
    await page.getByText('Spoke about spring.').first().waitFor();
    await page
      .getByRole('button', { name: /^Delete activity/i })
      .first()
      .click();
    await dialog('Delete Activity').getByRole('button', { name: 'Delete Activity' }).click();
    await toast(page, 'Activity deleted');
  });

  it('saves one note, and counts it', async () => {
    await page.getByRole('tab', { name: /^Notes/ }).click();
    const note = page.getByRole('textbox', { name: 'Notes' });
    expect((await note.boundingBox())!.height).toBeGreaterThanOrEqual(200);
    await note.fill('Calls back in March.');
    await page.getByRole('button', { name: 'Save Notes' }).click();
    await toast(page, 'Notes updated');
    await page.getByRole('tab', { name: 'Notes (1)' }).waitFor();
    await page.getByRole('tab', { name: /^Assignment History/ }).click();
    await page.getByText('Initially assigned to sam').waitFor();
  });

  it('adds a tag and removes it after a question', async () => {
    await sees(page, 'Quick add existing tags');
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await page.getByLabel('New tag').fill('   ');
    expect(await add.isDisabled()).toBe(true);
    await page.getByLabel('New tag').fill('Spring fair');
    await add.click();
    await toast(page, 'Tag added');
    await page.getByRole('button', { name: 'Remove tag Spring fair' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Tag' }).click();
    await toast(page, 'Tag removed');
  });

  it('holds the longest tag within its card, on a phone too', async () => {
    await page.getByLabel('New tag').fill('W'.repeat(50));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await toast(page, 'Tag added');
    await page.getByRole('button', { name: 'Remove tag WWW' }).waitFor();
    // In the suggestions and in the card.
    for (const lead of [1, 0]) {
      await open(lead);
      await page.getByTitle('W'.repeat(50)).waitFor();
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect(await page.evaluate(tooWide)).toBe(0);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });

  it('is marked as an existing customer, and unmarked', async () => {
    await page.getByRole('button', { name: 'Mark as Existing Customer' }).click();
    await dialog('Mark as Existing Customer')
      .getByText(/excluded from normal lead views and reporting/)
      .waitFor();
    await dialog('Mark as Existing Customer').getByRole('button', { name: 'Mark as Existing Customer' }).click();
    await toast(page, 'Marked as existing customer');
    await page.getByRole('button', { name: 'Remove Existing Customer Mark' }).click();
    await toast(page, 'Existing customer mark removed');
  });

  it('is archived, deleted or reassigned after a question, and leaves for the list', async () => {
    await page.getByRole('button', { name: 'Archive Business' }).click();
    await dialog('Archive Business').getByText('Are you sure you want to archive this business?').waitFor();
    await dialog('Archive Business').getByRole('button', { name: 'Archive Business' }).click();
    await back('Business archived');
    await open(0);
    await page.getByRole('button', { name: 'Restore from Archive' }).click();
    await toast(page, 'Business restored');
    await open(1);
    await page.getByRole('button', { name: 'Permanently Delete' }).click();
    await dialog('Permanently Delete')
      .getByText(/This action cannot be undone\./)
      .waitFor();
    await dialog('Permanently Delete').getByRole('button', { name: 'Permanently Delete' }).click();
    await back('Business deleted');
    await open(2);
    await page.getByRole('button', { name: 'Reassign Business' }).click();
    const reassign = dialog('Reassign Business');
    await reassign.getByPlaceholder('Reason for reassignment...').waitFor();
    expect(await reassign.getByRole('button', { name: 'Reassign', exact: true }).isDisabled()).toBe(true);
    await reassign.getByLabel('Select User').selectOption({ label: 'admin (admin)' });
    await reassign.getByRole('button', { name: 'Reassign', exact: true }).click();
    await back('Business reassigned');
  });

  it('explains a lead of another user, and one that does not exist', async () => {
    await open(2);
    await page.getByRole('heading', { name: 'Customer Assigned to Another User' }).waitFor();
    await page.goto('/business/99999999');
    await page.getByRole('heading', { name: 'Unable to Load Customer' }).waitFor();
    await page.getByRole('button', { name: 'Back to CRM Dashboard' }).click();
    await page.waitForURL('**/crm*');
  });
});

describe('a lead whose page is overtaken by others, by time or by the network', () => {
  let sam: Page;
  let admin: Page;
  let leads: Listed[];

  beforeAll(async () => {
    [sam, admin] = [await product.page('sam'), await product.page('admin')];
    leads = await newLeads(sam);
  });

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

it('left no error in the pages', () => expect(product.problems).toEqual([]));
