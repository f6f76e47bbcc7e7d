import type { RecyclingRule, RecyclingSimulation, Team, TeamTree } from '@lead-finder/contracts';
import { screen, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../../test/fake-api';
import { renderApp } from '../../../../../test/render-app';

const team = (id: number, name: string, parentId: number | null): Team => ({
  id,
  name,
  parentId,
  timeZone: null,
  workingDays: null,
  holidayListId: null,
  managerIds: [],
  members: 0,
  version: 4,
});
const tree: TeamTree = {
  teams: [team(1, 'South', null), team(2, 'Arkansas', 1)],
  managers: [],
  people: 3,
  withoutTeam: 0,
};
const ofSouth: RecyclingRule = { teamId: 1, active: true, untouchedDays: 20, remindDays: 5, coolDownDays: 30 };
const outcome: RecyclingSimulation = {
  from: '2026-09-18',
  to: '2026-11-16',
  leads: 1_200,
  moved: 41,
  reminded: 60,
  protected: 7,
  people: [
    { user: { id: 9, username: 'theo', fullName: 'Theo Nakagawa' }, leads: 700, moved: 41 },
    { user: { id: 3, username: 'sam', fullName: 'Sam Okafor' }, leads: 500, moved: 0 },
  ],
};

function open(address: string, rules: RecyclingRule[], api = new FakeApi()) {
  api
    .signedIn(people.admin)
    .on('GET /api/teams', tree)
    .on('GET /api/recycling-rules', { rules })
    .on('GET /api/users', Response.json([], { headers: { 'X-Total-Count': '0' } }))
    .on('GET /api/admin/users', []);
  return { api, ...renderApp(address) };
}
const card = async () => within(await screen.findByRole('region', { name: 'Fair recycling' }));
const onText = 'After 20 working days untouched, with a reminder 5 working days before. The same user waits 30 days.';

describe('the card of fair recycling', () => {
  it.each([
    ['/teams?team=1', [], /^Off/, '· as everywhere'],
    ['/teams?team=1', [{ ...ofSouth, active: false }], /^Off/, null],
    ['/teams?team=1', [ofSouth], onText, null],
    ['/teams?team=2', [ofSouth], onText, '· as South'],
  ])('at %s with the rules %j says %s', async (address, rules, text, from) => {
    open(address, rules);
    const shown = await card();
    expect(await shown.findByText(text)).toBeVisible();
    if (from) expect(shown.getByText(from)).toBeVisible();
    else expect(shown.queryByText(/^· as/)).toBeNull();
  });

  it('simulates what stands in the dialog, and saves it', async () => {
    const api = new FakeApi()
      .on('POST /api/recycling-rules/*/simulation', outcome)
      .on('PUT /api/recycling-rules/*', ofSouth);
    const { user } = open('/teams?team=1', [], api);
    await user.click(await (await card()).findByRole('button', { name: 'Edit fair recycling' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fair recycling of South' }));
    const days = dialog.getByLabelText('Working days without a touch');
    await user.clear(days);
    await user.type(days, '15');
    await user.click(dialog.getByRole('button', { name: 'Simulate the last 60 days' }));
    expect(await dialog.findByText('41 of 1,200 leads')).toBeVisible();
    expect(api.sent('POST /api/recycling-rules/1/simulation')[0]!.body).toEqual({ untouchedDays: 15, remindDays: 5 });
    expect(dialog.getByRole('cell', { name: 'Theo Nakagawa' })).toBeVisible();
    expect(dialog.queryByRole('cell', { name: 'Sam Okafor' })).toBeNull();
    await user.click(dialog.getByRole('checkbox', { name: 'Untouched leads go back to the pool' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Fair recycling saved')).toBeVisible();
    expect(api.sent('PUT /api/recycling-rules/1')[0]!.body).toEqual({
      active: true,
      untouchedDays: 15,
      remindDays: 5,
      coolDownDays: 30,
    });
  });

  it('says what is wrong beside its field, also what the server says', async () => {
    const api = new FakeApi().on('PUT /api/recycling-rules/*', () =>
      refusal(400, 'validation_failed', 'No', { issues: [{ path: 'coolDownDays', message: 'Not so long' }] }),
    );
    const { user } = open('/teams?team=1', [ofSouth], api);
    await user.click(await (await card()).findByRole('button', { name: 'Edit fair recycling' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fair recycling of South' }));
    const days = dialog.getByLabelText('Working days without a touch');
    await user.clear(days);
    await user.type(days, '1');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Working days must be from 2 to 120')).toBeVisible();
    await user.clear(days);
    await user.type(days, '4');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('The reminder must come after the first working day')).toBeVisible();
    await user.clear(days);
    await user.type(days, '40');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Not so long')).toBeVisible();
  });

  it('takes the rule of the team above again', async () => {
    const api = new FakeApi().on('DELETE /api/recycling-rules/*', null);
    const { user } = open('/teams?team=2', [ofSouth, { ...ofSouth, teamId: 2, active: false }], api);
    await user.click(await (await card()).findByRole('button', { name: 'Edit fair recycling' }));
    await user.click(await screen.findByRole('button', { name: 'As the team above' }));
    expect(await screen.findByText('Fair recycling saved')).toBeVisible();
    expect(api.sent('DELETE /api/recycling-rules/2')).toHaveLength(1);
  });

  it('says why a simulation failed', async () => {
    const text = 'At most 100,000 leads can be simulated. Choose a team below.';
    const api = new FakeApi().on('POST /api/recycling-rules/*/simulation', () =>
      refusal(400, 'validation_failed', text),
    );
    const { user } = open('/teams?team=1', [ofSouth], api);
    await user.click(await (await card()).findByRole('button', { name: 'Edit fair recycling' }));
    await user.click(await screen.findByRole('button', { name: 'Simulate the last 60 days' }));
    expect(await screen.findByText(text)).toBeVisible();
  });
});
