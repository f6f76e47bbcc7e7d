import { screen, waitFor } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

describe('The organisation', () => {
  it('is named by an administrator, and stands in the title of the tab and in the menu', async () => {
    const api = new FakeApi()
      .signedIn(people.admin)
      .on('PUT /api/organisation', ({ body }) => body as { name: string });
    const { user } = renderApp('/organisation');
    await user.type(await screen.findByLabelText('Name of the organisation'), ' Northfield ');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Organisation saved')).toBeVisible();
    expect(api.sent('PUT /api/organisation')[0]?.body).toEqual({ name: 'Northfield' });
    expect(document.title).toBe('Northfield · Lead Finder');
    await user.click(screen.getByRole('button', { name: 'Dana Whitfield, your menu' }));
    expect(screen.getByText('Northfield')).toBeVisible();
  });

  it('requires a second factor from a day on, and shows why the server refused it', async () => {
    const message = 'Please set up your own second factor first';
    const refusals = [refusal(400, 'validation_failed', message, { issues: [{ path: 'requiredFor', message }] })];
    const api = new FakeApi()
      .signedIn(people.admin)
      .on('GET /api/second-factor-rule', { requiredFor: 'none', from: '2026-12-01' })
      .on('PUT /api/second-factor-rule', ({ body }) => refusals.shift() ?? (body as object));
    const { user } = renderApp('/organisation');
    const choice = await screen.findByLabelText('A second factor is required for');
    await user.selectOptions(choice, 'Managers and administrators');
    await user.click(screen.getByRole('button', { name: 'Save the second factor' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Save the second factor' }));
    expect(await screen.findByText('Second factor saved')).toBeVisible();
    expect(api.sent('PUT /api/second-factor-rule').at(-1)?.body).toEqual({
      requiredFor: 'leaders',
      from: '2026-12-01',
    });
  });

  it('lets exports wait above a number, which is checked, and says from when on a looser one holds', async () => {
    const message = 'Please add a second administrator first, who can allow exports';
    const next = { maxLeads: null, from: '2026-03-03T09:00:00.000Z' };
    const replies = [
      refusal(400, 'validation_failed', message, { issues: [{ path: 'maxLeads', message }] }),
      { maxLeads: 500, next: null },
      { maxLeads: 500, next },
    ];
    const api = new FakeApi()
      .signedIn(people.admin)
      .on('GET /api/export-rule', { maxLeads: null, next: null })
      .on('PUT /api/export-rule', () => replies.shift());
    const { user } = renderApp('/organisation');
    const field = await screen.findByLabelText('Exports wait above this number of leads');
    const save = () => user.click(screen.getByRole('button', { name: 'Save the rule of exports' }));
    await user.type(field, 'many');
    await save();
    expect(await screen.findByText('Must be a number from 1 to 10,000,000, or empty')).toBeVisible();
    await user.clear(field);
    await user.type(field, '500');
    await save();
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    await save();
    expect(await screen.findByText('Rule of exports saved')).toBeVisible();
    await user.clear(field);
    await save();
    expect(await screen.findByText(/^From Mar 3, 2026.* on: no export waits\.$/)).toBeVisible();
    expect(api.sent('PUT /api/export-rule').map(({ body }) => body)).toEqual([
      { maxLeads: 500 },
      { maxLeads: 500 },
      { maxLeads: null },
    ]);
  });

  it('sets how many leads a person claims a day, from 1 to 1,000', async () => {
    const api = new FakeApi()
      .signedIn(people.admin)
      .on('GET /api/pool-rule', { claimsADay: 10 })
      .on('PUT /api/pool-rule', ({ body }) => body as object);
    const { user } = renderApp('/organisation');
    const field = await screen.findByLabelText('Leads that a person claims from the pool a day');
    expect(field).toHaveValue('10');
    const save = () => user.click(screen.getByRole('button', { name: 'Save the rule of the pool' }));
    await user.clear(field);
    await user.type(field, '0');
    await save();
    expect(await screen.findByText('Claims a day must be from 1 to 1,000')).toBeVisible();
    await user.clear(field);
    await user.type(field, '25');
    await save();
    expect(await screen.findByText('Rule of the pool saved')).toBeVisible();
    expect(api.sent('PUT /api/pool-rule').map(({ body }) => body)).toEqual([{ claimsADay: 25 }]);
  });

  it('needs a name, and shows why the server refused one', async () => {
    const message = 'Must be at most 60 characters';
    new FakeApi()
      .signedIn(people.admin)
      .on('PUT /api/organisation', refusal(400, 'validation_failed', 'Bad', { issues: [{ path: 'name', message }] }));
    const { user } = renderApp('/organisation');
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Please enter the name of the organisation')).toBeVisible();
    await user.type(screen.getByLabelText('Name of the organisation'), 'Northfield');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('is for administrators alone, and has no title without a name', async () => {
    new FakeApi().signedIn(people.manager);
    renderApp('/organisation');
    expect(await screen.findByText('Admin Access Required')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Lead Finder'));
  });
});
