import { screen, waitFor, within } from '@testing-library/react';
import { people } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { lead, sam } from './leads.fixture';
import { LeadServer } from './lead-server.fixture';

const maria = { ...people.manager, managesTeam: true };
const own = lead({ id: 1, viewed: false, user: maria, business: { name: 'Own Bakery' } });
const ofSam = lead({ id: 2, viewed: false, user: sam, business: { name: 'Sam Bakery' } });

function open(address = '/crm') {
  const api = new LeadServer([own, ofSam]).signedIn(maria).on('GET /api/users-for-reassignment', [maria, sam]);
  return { api, ...renderApp(address) };
}

describe('The list of a manager of teams', () => {
  it('shows the leads of the team, and by a switch the own ones', async () => {
    const { api, user } = open();
    expect(await screen.findByRole('heading', { name: 'Businesses of My Team' })).toBeVisible();
    const whose = within(screen.getByRole('group', { name: 'Whose leads' }));
    expect(whose.getByRole('button', { name: 'My team' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(whose.getByRole('button', { name: 'My leads' }));
    expect(await screen.findByRole('heading', { name: 'My Assigned Businesses' })).toBeVisible();
    await waitFor(() => expect(api.sent('GET /api/admin/all-assignments').at(-1)?.query.get('mine')).toBe('true'));
    expect(api.sent('GET /api/admin/all-assignments')[0]?.query.has('mine')).toBe(false);
  });

  it('filters by a person of the team', async () => {
    const { api, user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show Filters' }));
    const field = await screen.findByLabelText('Assigned User');
    await within(field).findByRole('option', { name: /Sam Okafor/ });
    await user.selectOptions(field, String(sam.id));
    await waitFor(() =>
      expect(api.sent('GET /api/admin/all-assignments').at(-1)?.query.get('userId')).toBe(String(sam.id)),
    );
  });

  it("offers only a reassignment of a selection with others' leads", async () => {
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Own Bakery' }));
    const bar = within(screen.getByRole('toolbar', { name: 'Bulk actions' }));
    expect(bar.getByRole('button', { name: 'Delete' })).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'Select Sam Bakery' }));
    expect(bar.getByRole('button', { name: 'Reassign' })).toBeVisible();
    for (const name of ['Delete', 'Archive', 'Restore', 'Set Status'])
      expect(bar.queryByRole('button', { name })).not.toBeInTheDocument();
    await user.click(bar.getByRole('button', { name: /Bulk Actions/ }));
    expect((await bar.findAllByRole('button', { name: 'Reassign' })).length).toBe(2);
    expect(bar.queryByText('Add tags')).not.toBeInTheDocument();
  });

  it("offers of another user's lead in a row its reassignment alone, and no viewed mark", async () => {
    const { user } = open('/crm?view=table');
    await user.click(await screen.findByRole('button', { name: 'More actions for Sam Bakery' }));
    const items = () =>
      [...document.querySelectorAll('.dropdown-menu.show .dropdown-item')].map((one) => one.textContent);
    await waitFor(() => expect(items()).toEqual(['Reassign']));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'More actions for Own Bakery' }));
    await waitFor(() => expect(items()).toContain('Archive'));
  });
});

it('The list of a manager without teams has no switch', async () => {
  new LeadServer([own]).signedIn(people.manager);
  renderApp('/crm');
  expect(await screen.findByRole('heading', { name: 'My Assigned Businesses' })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Whose leads' })).not.toBeInTheDocument();
});
