import { screen, waitFor, within } from '@testing-library/react';
import { people } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { LeadServer } from '../lead-server.fixture';
import { lead } from '../leads.fixture';

const territories = [
  { id: 2, name: 'Little Rock', parentId: 1 },
  { id: 1, name: 'Arkansas', parentId: null },
];

async function open(address = '/crm', known = territories) {
  const api = new LeadServer([lead({ id: 1 })])
    .signedIn(people.user)
    .on('GET /api/territories/names', { territories: known });
  const { user } = renderApp(address);
  const sent = () => api.sent('GET /api/admin/all-assignments').at(-1)!.query.getAll('territory');
  return { api, user, sent };
}
const openPanel = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByRole('button', { name: /Show Filters/ }));
  return within(await screen.findByRole('region', { name: 'Filters' }));
};

it('filters by a territory, which the chip names', async () => {
  const { user, sent } = await open();
  const panel = await openPanel(user);
  await user.selectOptions(await panel.findByRole('combobox', { name: 'Territory' }), 'Arkansas › Little Rock');
  await waitFor(() => expect(sent()).toEqual(['2']));
  const chips = within(await screen.findByRole('group', { name: 'Filters in use' }));
  await user.click(await chips.findByRole('button', { name: 'Remove filter Territory Little Rock' }));
  expect(screen.queryByRole('group', { name: 'Filters in use' })).not.toBeInTheDocument();
});

it('filters by no territory from the address', async () => {
  const { sent } = await open('/crm?territory=none');
  expect(await screen.findByRole('button', { name: 'Remove filter Territory No territory' })).toBeVisible();
  expect(sent()).toEqual(['none']);
});

it('asks for no names before the panel is open, and has no field without territories', async () => {
  const { api, user } = await open('/crm', []);
  const panel = await openPanel(user);
  await panel.findByText('Lead Status');
  await waitFor(() => expect(api.sent('GET /api/territories/names')).toHaveLength(1));
  expect(panel.queryByText('Territory')).not.toBeInTheDocument();
});
