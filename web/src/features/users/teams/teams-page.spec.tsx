import type { Team, TeamTree, User } from '@lead-finder/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';

const team = (id: number, name: string, parentId: number | null, more: Partial<Team> = {}): Team => ({
  id,
  name,
  parentId,
  timeZone: null,
  workingDays: null,
  managerIds: [],
  members: 0,
  version: 4,
  ...more,
});
const maria = { id: 2, username: 'maria', fullName: 'Maria Castellanos' };
const south = team(1, 'South', null, { timeZone: 'America/Chicago', managerIds: [2] });
const arkansas = team(2, 'Arkansas', 1, { members: 2 });
const rock = team(3, 'Little Rock', 2, { members: 1, version: 7, goal: 950, goalOfMembers: 900 });
const north = team(4, 'North', null);
const tree: TeamTree = { teams: [arkansas, rock, north, south], managers: [maria], people: 3, withoutTeam: 1 };

const sam: User = {
  id: 3,
  username: 'sam',
  email: 'sam@northfield.example',
  fullName: 'Sam Okafor',
  role: 'user',
  monthlyGoal: 100,
  teamId: 3,
  timeZone: 'Pacific/Honolulu',
  active: true,
  failedLoginAttempts: 0,
  lockedUntil: null,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
};

function open(address = '/teams', api = new FakeApi().on('GET /api/teams', tree)) {
  api
    .signedIn(people.admin)
    .on('GET /api/users', Response.json([sam], { headers: { 'X-Total-Count': '1' } }))
    .on('GET /api/admin/users', [
      { ...maria, role: 'manager' },
      { id: 3, username: 'sam', fullName: 'Sam Okafor', role: 'user' },
    ]);
  return { api, ...renderApp(address) };
}
const rows = () => screen.getAllByRole('treeitem').map((row) => row.textContent);
const row = (name: string) => screen.findByRole('treeitem', { name: new RegExp(`^${name} \\d`) });

describe('The page of teams', () => {
  it('says without teams that everything is as before, and adds the first team', async () => {
    const api = new FakeApi().on('POST /api/teams', team(9, 'West', null));
    const { user } = open('/teams', api);
    expect(await screen.findByText(/Every manager sees the numbers of all 3 people, as before/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add team' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add team' }));
    await user.click(dialog.getByRole('button', { name: 'Add team' }));
    expect(await dialog.findByText('Please enter the name of the team')).toBeVisible();
    await user.type(dialog.getByLabelText('Name'), 'West');
    await user.selectOptions(await dialog.findByLabelText('Managers'), 'Maria Castellanos');
    await user.click(dialog.getByLabelText('As above: Monday to Friday'));
    await user.click(dialog.getByLabelText('Saturday'));
    await user.type(dialog.getByLabelText('Goal a month'), '400');
    await user.type(dialog.getByLabelText('Time zone'), 'new york');
    await user.click(await dialog.findByText('America/New_York'));
    await user.click(dialog.getByRole('button', { name: 'Add team' }));
    await waitFor(() =>
      expect(api.sent('POST /api/teams')[0]?.body).toEqual({
        name: 'West',
        parentId: null,
        timeZone: 'America/New_York',
        workingDays: [1, 2, 3, 4, 5, 6],
        managerIds: [2],
        goal: 400,
      }),
    );
  });

  it('opens and walks the tree by keyboard', async () => {
    const { user, router } = open();
    (await row('North')).focus();
    expect(rows()).toEqual(['North 0 people –', 'South 3 people –']);
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(rows()).toEqual(['North 0 people –', 'South 3 people –', 'Arkansas 3 people –', 'Little Rock 1 person –']);
    expect(await row('Little Rock')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(router.state.location.search).toBe('?team=3');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(await row('Arkansas')).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Home}');
    expect(await row('North')).toHaveFocus();
  });

  it('opens the teams above one that an address chose later', async () => {
    const { router } = open('/teams?team=4');
    await row('North');
    expect(rows()).toHaveLength(2);
    await act(() => router.navigate('/teams?team=3'));
    expect(rows()).toHaveLength(4);
    expect(await row('Little Rock')).toHaveAttribute('aria-selected', 'true');
  });

  it('finds a team and shows the teams above it', async () => {
    const { user } = open();
    await row('North');
    await user.type(screen.getByLabelText('Search teams'), 'rock');
    await waitFor(() => expect(rows()).toEqual(['South 3 people –', 'Arkansas 3 people –', 'Little Rock 1 person –']));
  });

  it('shows what a team is, and where its settings come from', async () => {
    open('/teams?team=3');
    const panel = within(await screen.findByRole('region', { name: 'Little Rock' }));
    expect(panel.getByText('South › Arkansas')).toBeVisible();
    expect(panel.getByText(/America\/Chicago/)).toHaveTextContent('America/Chicago · as South');
    expect(panel.getByText(/Monday to Friday/)).toHaveTextContent('Monday to Friday · as everywhere');
    expect(panel.getByText(/950 a month/)).toHaveTextContent('950 a month · 50 above the sum of its people, 900');
    const member = within((await panel.findByText('Sam Okafor')).closest('tr')!);
    expect(member.getByText('Honolulu')).toBeVisible();
    expect(member.getByText('own')).toBeVisible();
  });

  it('moves a team by keyboard after it showed who gains and loses sight', async () => {
    const { user, api } = open('/teams?team=3');
    api
      .on('POST /api/teams/3/check-move', {
        people: 1,
        gains: [],
        losses: [{ ...maria, people: 7, examples: ['Sam Okafor'] }],
      })
      .on('PUT /api/teams/3', rock);
    (await row('Little Rock')).focus();
    await user.keyboard('m');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move team' }));
    expect(dialog.getByRole('button', { name: 'Move team' })).toBeDisabled();
    expect([...dialog.getByLabelText<HTMLSelectElement>('New parent').options].map(({ text }) => text)).toEqual([
      'None, at the top level',
      'North',
      'South',
      'South › Arkansas',
    ]);
    await user.selectOptions(dialog.getByLabelText('New parent'), 'North');
    const loser = within((await dialog.findByText('Maria Castellanos')).closest('tr')!);
    expect(loser.getByText('Loses')).toBeVisible();
    expect(loser.getByText('Sam Okafor and 6 more')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Move team' }));
    await waitFor(() =>
      expect(api.sent('PUT /api/teams/3')[0]?.body).toMatchObject({ name: 'Little Rock', parentId: 4, version: 7 }),
    );
  });

  it('opens the same dialog for a team that is dropped on another, but not on one below', async () => {
    const { api } = open('/teams?team=3');
    api.on('POST /api/teams/2/check-move', { people: 3, gains: [], losses: [] });
    const dataTransfer = { setData: () => undefined };
    fireEvent.dragStart(await row('Arkansas'), { dataTransfer });
    fireEvent.drop(await row('Little Rock'), { dataTransfer });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    fireEvent.drop(await row('North'), { dataTransfer });
    const dialog = within(await screen.findByRole('dialog', { name: 'Move team' }));
    expect(dialog.getByLabelText('New parent')).toHaveDisplayValue('North');
    expect(await dialog.findByText('Every manager sees the same people as before.')).toBeVisible();
  });

  it('refuses to remove a team in use and removes an empty one', async () => {
    const { user, api } = open('/teams?team=2');
    const remove = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
      await user.click(screen.getByRole('button', { name: 'Remove team' }));
      return within(await screen.findByRole('dialog', { name: 'Remove team' }));
    };
    const inUse = await remove('Arkansas');
    expect(inUse.getByText('Arkansas still has 2 people and 1 team. Move them first.')).toBeVisible();
    expect(inUse.getByRole('button', { name: 'Remove team' })).toBeDisabled();
    await user.click(inUse.getByRole('button', { name: 'Cancel' }));
    await user.click(await row('North'));
    api.on('DELETE /api/teams/4', null);
    await user.click((await remove('North')).getByRole('button', { name: 'Remove team' }));
    await waitFor(() => expect(api.sent('DELETE /api/teams/4')).toHaveLength(1));
  });

  it('moves people without a team in bulk, and adds people to a team', async () => {
    const { user, api } = open('/teams?team=none');
    api.on('POST /api/teams/people', { moved: 1 });
    await user.click(await screen.findByLabelText('Select Sam Okafor'));
    await user.click(screen.getByRole('button', { name: 'Move 1 person to a team' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Move to a team' }));
    expect(dialog.getByText('Choose a team to see it.')).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('Team'), 'South › Arkansas');
    expect(dialog.getByRole('row', { name: /^Maria Castellanos.*Gains \+1$/ })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(api.sent('POST /api/teams/people')[0]?.body).toEqual({ teamId: 2, userIds: [3] }));
    await user.click(await row('North'));
    await user.click(await screen.findByRole('button', { name: 'Add people' }));
    const adding = within(await screen.findByRole('dialog', { name: 'Add people to North' }));
    await user.click(await adding.findByLabelText('Sam Okafor (sam)'));
    await user.click(adding.getByRole('button', { name: 'Add 1 person' }));
    await waitFor(() => expect(api.sent('POST /api/teams/people')[1]?.body).toEqual({ teamId: 4, userIds: [3] }));
  });

  it('shows a taken name beside its field', async () => {
    const message = 'There is already a team with this name here';
    const taken = refusal(409, 'team_name_taken', message, { issues: [{ path: 'name', message }] });
    const { user, api } = open('/teams?team=3');
    api.on('PUT /api/teams/3', taken);
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit team' }));
    await user.clear(dialog.getByLabelText('Goal a month'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent('PUT /api/teams/3')[0]?.body).toMatchObject({ goal: null }));
    await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(message));
  });

  it('is not for managers', async () => {
    new FakeApi().signedIn(people.manager);
    renderApp('/teams');
    expect(await screen.findByRole('heading', { level: 1 })).not.toHaveTextContent('Teams');
  });
});
