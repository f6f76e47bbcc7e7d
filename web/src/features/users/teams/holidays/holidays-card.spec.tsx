import type { HolidayList, HolidayListRecord, Team, TeamTree } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../../test/fake-api';
import { renderApp } from '../../../../../test/render-app';

const team = (id: number, name: string, parentId: number | null, holidayListId: number | null = null): Team => ({
  id,
  name,
  parentId,
  timeZone: null,
  workingDays: null,
  holidayListId,
  managerIds: [],
  members: 0,
  version: 4,
});
const tree: TeamTree = {
  teams: [team(1, 'South', null, 7), team(2, 'Arkansas', 1), team(3, 'North', null)],
  managers: [],
  people: 3,
  withoutTeam: 0,
};
const lists: HolidayListRecord[] = [
  { id: 7, name: 'US federal', holidays: 11, from: '2026-01-01', to: '2026-12-25' },
  { id: 8, name: 'Nothing yet', holidays: 0, from: null, to: null },
];
const christmas = { day: '2026-12-25', name: 'Christmas Day' };
const federal: HolidayList = { id: 7, name: 'US federal', days: [christmas], version: 2 };

function open(address = '/teams', api = new FakeApi()) {
  api
    .signedIn(people.admin)
    .on('GET /api/teams', tree)
    .on('GET /api/holiday-lists', lists)
    .on('GET /api/holiday-lists/7', federal)
    .on('GET /api/users', Response.json([], { headers: { 'X-Total-Count': '0' } }))
    .on('GET /api/admin/users', [])
    .on('GET /api/public-holidays/countries', [
      { code: 'GB', name: 'United Kingdom', regions: [{ code: 'SCT', name: 'Scotland' }] },
      { code: 'US', name: 'United States of America', regions: [{ code: 'CA', name: 'California' }] },
    ]);
  return { api, ...renderApp(address) };
}
const card = async () => within(await screen.findByRole('region', { name: 'Holidays' }));
const file = (text: string) => new File([text], 'days.csv', { type: 'text/csv' });

describe('The card of holidays', () => {
  it('lists what there is with its days, years and teams', async () => {
    open();
    const shown = await card();
    expect(await shown.findByText('US federal')).toBeVisible();
    expect(shown.getByText('11 days in 2026 · 1 team')).toBeVisible();
    expect(shown.getByText('No days · 0 teams')).toBeVisible();
  });

  it('adds a list from the public holidays of a region, a file and typed days', async () => {
    const api = new FakeApi()
      .on('GET /api/public-holidays', [{ day: '2027-11-30', name: 'St Andrew’s Day' }])
      .on('POST /api/holiday-lists', federal);
    const { user } = open('/teams', api);
    await user.click(await (await card()).findByRole('button', { name: 'Add list' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add holidays' }));
    await waitFor(() => expect(dialog.getByLabelText('Country')).toBeEnabled());
    await user.selectOptions(dialog.getByLabelText('Country'), 'United Kingdom');
    await user.selectOptions(dialog.getByLabelText('Region'), 'Scotland');
    await user.clear(dialog.getByLabelText('Year'));
    await user.type(dialog.getByLabelText('Year'), '2027{Enter}');
    expect(await dialog.findByText('1 day added.')).toBeVisible();
    const query = Object.fromEntries(api.sent('GET /api/public-holidays')[0]!.query);
    expect(query).toEqual({ country: 'GB', region: 'SCT', year: '2027' });
    await user.upload(dialog.getByLabelText('CSV file'), file('date,name\n2026-12-31,Inventory\n2027-11-30,Andrew\n'));
    expect(await dialog.findByText('1 day added, 1 already in the list.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Add day' }));
    await user.type(dialog.getByLabelText('Date of day 3'), '2027-11-30');
    await user.type(dialog.getByLabelText('Name of day 3'), 'Twice');
    await user.type(dialog.getByLabelText('Name'), 'Scotland');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Row 3 has the date of row 2')).toBeVisible();
    expect(api.sent('POST /api/holiday-lists')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Remove day 3' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(api.sent('POST /api/holiday-lists')[0]?.body).toEqual({
        name: 'Scotland',
        days: [
          { day: '2026-12-31', name: 'Inventory' },
          { day: '2027-11-30', name: 'St Andrew’s Day' },
        ],
      }),
    );
  });

  it.each([
    ['date,name\n2026-13-01,Off\n', 'Row 2: Must be a date as YYYY-MM-DD'],
    ['2026-12-25,Christmas\n2026-12-25,Again\n', 'Row 2 has the date of row 1'],
    ['date,what\n2026-12-25,Christmas\n', 'The file has no column "name"'],
    ['date,name\n2026-12-25,\n', 'Row 2: Please enter the name of the holiday'],
  ])('takes nothing from the file %j', async (text, problem) => {
    const { user } = open();
    await user.click(await (await card()).findByRole('button', { name: 'Edit US federal' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit holidays' }));
    await user.upload(await dialog.findByLabelText('CSV file'), file(text));
    expect(await dialog.findByText(problem)).toBeVisible();
    expect(dialog.queryByLabelText('Date of day 2')).toBeNull();
  });

  it('changes a list with the version that it was opened with, and shows a taken name at its field', async () => {
    const message = 'There is already a list with this name';
    const api = new FakeApi().on(
      'PUT /api/holiday-lists/7',
      refusal(409, 'holiday_list_name_taken', message, { issues: [{ path: 'name', message }] }),
    );
    const { user } = open('/teams', api);
    await user.click(await (await card()).findByRole('button', { name: 'Edit US federal' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit holidays' }));
    expect(await dialog.findByDisplayValue('Christmas Day')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(api.sent('PUT /api/holiday-lists/7')[0]?.body).toEqual({
      name: 'US federal',
      days: [christmas],
      version: 2,
    });
  });

  it('removes a list only if no team has it', async () => {
    const api = new FakeApi().on('DELETE /api/holiday-lists/8', new Response(null, { status: 204 }));
    const { user } = open('/teams', api);
    await user.click(await (await card()).findByRole('button', { name: 'Remove US federal' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove list' }));
    expect(dialog.getByText('1 team has the holidays of US federal. Choose other ones there first.')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Remove list' })).toBeDisabled();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click((await card()).getByRole('button', { name: 'Remove Nothing yet' }));
    await user.click(await screen.findByRole('button', { name: 'Remove list' }));
    await waitFor(() => expect(api.sent('DELETE /api/holiday-lists/8')).toHaveLength(1));
  });

  it('shows whose holidays a team has, and gives it others', async () => {
    const api = new FakeApi().on('PUT /api/teams/2', team(2, 'Arkansas', 1, 8));
    const { user } = open('/teams?team=2', api);
    const panel = within(await screen.findByRole('region', { name: 'Arkansas' }));
    expect(await panel.findByText(/US federal/)).toHaveTextContent('US federal · as South');
    await user.click(panel.getByRole('button', { name: 'Edit' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit team' }));
    expect(await dialog.findByLabelText('Holidays')).toHaveDisplayValue('As above: US federal');
    await user.selectOptions(dialog.getByLabelText('Holidays'), 'Nothing yet');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.sent('PUT /api/teams/2')[0]?.body).toMatchObject({ holidayListId: 8 }));
  });
});
