import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { people } from '../../../test/fake-api';
import { changedLead } from '../../../test/lead-world';
import { fakePosition } from '../../../test/fake-position';
import { renderApp } from '../../../test/render-app';
import { lead } from './leads.fixture';
import { LeadServer } from './lead-server.fixture';

const leads = [
  lead({ id: 1, viewed: false, customFields: { email: 'hello@phohanoi.example' } }),
  lead({ id: 2, tags: ['Imported'], business: { name: 'Delta Roofing', phone: null, website: null } }),
];

const screenOfTests = window.matchMedia;
beforeEach(() => {
  window.matchMedia = (media) => ({ ...screenOfTests(media), matches: /max-width|coarse/.test(media) });
});
afterEach(() => {
  window.matchMedia = screenOfTests;
});

async function openList() {
  const api = new LeadServer(leads)
    .signedIn(people.admin)
    .on('POST /api/business-view/*', changedLead())
    .on('POST /api/bulk/archive', { message: 'Done', results: { success: 2, failed: 0, errors: [] } });
  const page = renderApp('/crm');
  const pho = (await screen.findByRole('link', { name: 'Pho Hanoi Kitchen' })).closest('li') as HTMLElement;
  const delta = screen.getByRole('link', { name: 'Delta Roofing' }).closest('li') as HTMLElement;
  return { api, pho, delta, ...page };
}

const button = (name: string) => screen.getByRole('button', { name });
const checkbox = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });

describe('The list on a phone', () => {
  it('calls by a button with the number, and offers all actions of a lead in one menu', async () => {
    const { api, pho, user } = await openList();
    expect(within(pho).getByText('(501) 555-0199', { selector: '.lf-reach a' })).toHaveAttribute(
      'href',
      'tel:5015550199',
    );
    await user.click(within(pho).getByRole('button', { name: 'More actions for Pho Hanoi Kitchen' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Pho Hanoi Kitchen' }));
    const links = menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Call(501) 555-0199', 'tel:5015550199'],
      ['Open in Maps1619 Rebsamen Park Rd, Little Rock, AR 72202, USA', expect.stringContaining('google.com/maps')],
      ['Send e-mailhello@phohanoi.example', 'mailto:hello@phohanoi.example'],
      ['Open websitephohanoi.example', 'https://phohanoi.example'],
    ]);
    expect(menu.getByRole('button', { name: 'View Profile' })).toBeVisible();
    await user.click(menu.getByRole('button', { name: 'Mark as Viewed' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(api.sent('POST /api/business-view/1')).toHaveLength(1);
  });

  it('leaves out the actions that a lead has no data for', async () => {
    const { delta, user } = await openList();
    expect(within(delta).getByText('No phone', { selector: '.lf-reach *' })).toBeVisible();
    await user.click(within(delta).getByRole('button', { name: 'More actions for Delta Roofing' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Delta Roofing' }));
    expect(menu.queryByRole('link')).not.toBeInTheDocument();
    expect(menu.queryByRole('button', { name: 'Mark as Viewed' })).not.toBeInTheDocument();
  });

  it('closes the filters on Back, and stays on the list', async () => {
    const { user, router } = await openList();
    await act(() => router.navigate('/crm?tag=Imported'));
    await user.click(await screen.findByRole('button', { name: /^Show Filters/ }));
    expect(await screen.findByRole('dialog', { name: 'Filters' })).toBeVisible();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.search).toBe('?tag=Imported');
  });

  it('selects leads by taps after Select, and changes all of them at once', async () => {
    const { api, pho, user, router } = await openList();
    await user.click(button('Select'));
    expect(screen.getByText('0 selected')).toBeVisible();
    await user.click(within(pho).getByRole('link', { name: 'Pho Hanoi Kitchen' }));
    expect(router.state.location.pathname).toBe('/crm');
    expect(checkbox('Pho Hanoi Kitchen')).toBeChecked();
    await user.click(checkbox('Pho Hanoi Kitchen'));
    expect(checkbox('Pho Hanoi Kitchen')).not.toBeChecked();
    await user.click(button('All on this page (2)'));
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(
      within(screen.getByRole('toolbar', { name: 'Bulk actions' })).getByRole('button', { name: 'Archive' }),
    );
    await waitFor(() => expect(api.sent('POST /api/bulk/archive').map(({ body }) => body)).toEqual([{ ids: [1, 2] }]));
    await user.click(button('Done'));
    expect(button('Select')).toBeVisible();
    expect(screen.queryByRole('toolbar', { name: 'Bulk actions' })).not.toBeInTheDocument();
  });

  it('selects a lead by a long press, whose release does not open the lead, but not by scrolling', async () => {
    const { pho, delta, router } = await openList();
    const name = within(pho).getByRole('link', { name: 'Pho Hanoi Kitchen' });
    jest.useFakeTimers();
    try {
      fireEvent.pointerDown(delta);
      fireEvent.pointerCancel(delta);
      act(() => jest.advanceTimersByTime(600));
      expect(button('Select')).toBeVisible();
      fireEvent.pointerDown(name);
      act(() => jest.advanceTimersByTime(600));
      fireEvent.pointerUp(name);
      fireEvent.click(name);
    } finally {
      jest.useRealTimers();
    }
    expect(router.state.location.pathname).toBe('/crm');
    expect(checkbox('Pho Hanoi Kitchen')).toBeChecked();
    expect(screen.getByText('1 selected')).toBeVisible();
  });

  it('selects instead of opening the menu of a link, and the next tap selects another lead', async () => {
    const { pho, delta, user } = await openList();
    const name = within(pho).getByRole('link', { name: 'Pho Hanoi Kitchen' });
    fireEvent.pointerDown(name);
    expect(fireEvent.contextMenu(name)).toBe(false);
    fireEvent.pointerCancel(name);
    expect(screen.getByText('1 selected')).toBeVisible();
    await user.pointer({ keys: '[TouchA]', target: within(delta).getByText('No phone', { selector: '.contact *' }) });
    expect(screen.getByText('2 selected')).toBeVisible();
  });

  it('names its views and actions in words', async () => {
    const { api, user, router } = await openList();
    await user.click(button('More'));
    await user.click(button('Oldest First'));
    await waitFor(() => expect(api.sent('GET /api/admin/all-assignments').at(-1)?.query.get('sort')).toBe('oldest'));
    await user.click(button('More'));
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute('href', expect.stringContaining('.csv?'));
    await user.click(screen.getByRole('link', { name: 'Import from CSV' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/import'));
  });

  it('sorts by the distance from the device, with the way to each lead', async () => {
    leads[0]!.distance = 640;
    fakePosition(34.75, -92.28);
    const { api, user, pho } = await openList();
    await user.click(button('More'));
    await user.click(button('Near me'));
    const query = () => api.sent('GET /api/admin/all-assignments').at(-1)!.query;
    await waitFor(() => expect(query().get('near')).toBe('34.750000,-92.280000'));
    expect(query().get('sort')).toBe('nearest');
    expect(within(pho).getByRole('link', { name: '0.4 mi' })).toHaveAttribute(
      'href',
      'https://www.google.com/maps/dir/?api=1&destination=34.75,-92.3',
    );
    await user.click(button('More'));
    expect(button('Near me')).toHaveAttribute('aria-pressed', 'true');
    await user.keyboard('{Escape}');
    await user.click(button('Remove sort Near me'));
    expect(screen.queryByRole('button', { name: 'Remove sort Near me' })).not.toBeInTheDocument();
    await user.click(button('More'));
    expect(button('Newest First')).toHaveAttribute('aria-pressed', 'true');
  });

  it('says that the position is refused and preserves the sort', async () => {
    fakePosition(null);
    const { api, user } = await openList();
    await user.click(button('More'));
    await user.click(button('Near me'));
    expect(await screen.findByText('Your position is not known')).toBeVisible();
    await user.click(button('More'));
    expect(button('Newest First')).toHaveAttribute('aria-pressed', 'true');
    expect(api.sent('GET /api/admin/all-assignments').every(({ query }) => !query.has('near'))).toBe(true);
  });

  it('changes its view and page size', async () => {
    const { api, user } = await openList();
    await user.selectOptions(screen.getByLabelText('Page size'), '60');
    await waitFor(() => expect(api.sent('GET /api/admin/all-assignments').at(-1)?.query.get('pageSize')).toBe('60'));
    await user.selectOptions(screen.getByLabelText('View'), 'Table View');
    expect(await screen.findByRole('table')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Select' })).not.toBeInTheDocument();
  });
});
