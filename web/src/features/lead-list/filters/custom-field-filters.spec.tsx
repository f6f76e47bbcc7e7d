import { screen, waitFor, within } from '@testing-library/react';
import { customField } from '../../../../test/custom-field';
import { people } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { LeadServer } from '../lead-server.fixture';
import { lead } from '../leads.fixture';

const fields = [
  customField({ key: 'region', name: 'Region', type: 'one_of', options: ['North', 'South'] }),
  customField({ key: 'staff', name: 'Staff', type: 'number' }),
  customField({ key: 'renewal', name: 'Renewal', type: 'date' }),
  customField({ key: 'partner', name: 'Partner', type: 'yes_no' }),
  customField({ key: 'remark', name: 'Remark', type: 'text' }),
  customField({ key: 'late', name: 'Late', type: 'number', filterReady: false }),
  customField({ key: 'old', name: 'Old', type: 'number', archived: true }),
];

async function openPanel(address = '/crm') {
  const api = new LeadServer([lead({ id: 1 })])
    .signedIn(people.admin)
    .on('GET /api/custom-fields', { fields, removed: [] });
  const { user } = renderApp(address);
  await user.click(await screen.findByRole('button', { name: /Show Filters/ }));
  const panel = within(await screen.findByRole('region', { name: 'Filters' }));
  await panel.findByText('Region');
  const sent = () => api.sent('GET /api/admin/all-assignments').at(-1)!.query.getAll('field');
  return { user, panel, sent };
}
const chips = () => within(screen.getByRole('group', { name: 'Filters in use' }));

it('filters by the values of a list, and by leads without one', async () => {
  const { user, panel, sent } = await openPanel();
  await user.click(panel.getByRole('button', { name: 'Region Any' }));
  await user.click(panel.getByRole('checkbox', { name: 'North' }));
  await user.click(panel.getAllByRole('checkbox', { name: 'No value' })[0]!);
  await waitFor(() => expect(sent()).toEqual(['region=North', 'region!']));
  expect(chips().getByText('North, No value')).toBeVisible();
  await user.click(chips().getByRole('button', { name: 'Remove filter Region North, No value' }));
  expect(screen.queryByRole('group', { name: 'Filters in use' })).not.toBeInTheDocument();
});

it('filters by a range of numbers, of dates, by yes or no, and by whether there is a text', async () => {
  const { user, panel, sent } = await openPanel();
  await user.type(panel.getByRole('spinbutton', { name: 'Staff from' }), '10');
  await waitFor(() => expect(sent()).toEqual(['staff:10..']));
  await user.type(panel.getByRole('spinbutton', { name: 'Staff to' }), '50');
  await waitFor(() => expect(sent()).toEqual(['staff:10..50']));
  await user.type(panel.getByLabelText('Renewal to'), '2026-12-31');
  await user.selectOptions(panel.getByRole('combobox', { name: 'Remark' }), 'Has a value');
  await user.click(panel.getByRole('button', { name: 'Partner Any' }));
  await user.click(panel.getByRole('checkbox', { name: 'No' }));
  await waitFor(() =>
    expect(sent().sort()).toEqual(['partner=false', 'remark:..', 'renewal:..2026-12-31', 'staff:10..50']),
  );
  const texts = ['10 to 50', 'Up to Dec 31, 2026', 'Any value', 'No'];
  for (const text of texts) expect(chips().getByText(text)).toBeVisible();
});

it('offers no filter whose leads are not known yet, and none of an archived field', async () => {
  const { panel } = await openPanel();
  expect(panel.queryByText('Late')).not.toBeInTheDocument();
  expect(panel.queryByText('Old')).not.toBeInTheDocument();
});

it('takes the filters of the address, and names one that is gone so that it can be removed', async () => {
  const { sent } = await openPanel('/crm?field=staff:1..2&field=gone%3Dx&field=nonsense');
  await waitFor(() => expect(sent()).toEqual(['staff:1..2', 'gone=x']));
  expect(chips().getByRole('button', { name: 'Remove filter gone x' })).toBeVisible();
});

describe('a saved view whose filter is gone', () => {
  function openGone(conditions: string) {
    const api = new LeadServer([lead({ id: 1, business: { name: 'Harbor Cafe' } })]).signedIn(people.admin);
    api.on('GET /api/custom-fields', () => ({ fields: [...fields, plan], removed: [] }));
    const served = api.on('GET /api/admin/all-assignments', ({ query }) => {
      if (query.getAll('field').some((field) => /^(plan|gone|late)/.test(field)))
        return Response.json({ message: 'There is no filter', code: 'validation_failed' }, { status: 400 });
      return Response.json([lead({ id: 1, business: { name: 'Harbor Cafe' } })], { headers: { 'X-Total-Count': '1' } });
    });
    return { api: served, ...renderApp(`/crm?${conditions}`) };
  }
  const plan = customField({ key: 'plan', name: 'Plan', type: 'text', filter: false, filterReady: false });

  it('says which, and removing it shows the leads of the other filters', async () => {
    const { api, user } = openGone('field=plan%3DGold&field=gone!&field=staff:1..2');
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('This list uses a filter that is gone');
    expect(notice).toHaveTextContent('“Plan” is not a filter any more. There is no custom field “gone” any more.');
    await user.click(within(notice).getByRole('button', { name: 'Remove 2 filters' }));
    expect(await screen.findByText('Harbor Cafe')).toBeVisible();
    expect(api.sent('GET /api/admin/all-assignments').at(-1)!.query.getAll('field')).toEqual(['staff:1..2']);
  });

  it('waits with the user for a new filter', async () => {
    openGone('field=late:1..2');
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('“Late” is a new filter. It is ready after about a minute');
    expect(within(notice).getByRole('button', { name: 'Try Again' })).toBeVisible();
  });
});
