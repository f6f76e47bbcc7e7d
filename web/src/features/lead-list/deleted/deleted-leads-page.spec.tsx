import type { DeletedLeadRecord } from '@lead-finder/contracts';
import { screen, waitFor } from '@testing-library/react';
import { FakeApi, people } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { sam } from '../leads.fixture';

const deleted = (id: number): DeletedLeadRecord => ({
  id,
  name: `Business ${id}`,
  user: sam,
  deletedBy: sam,
  deletedAt: '2026-03-02T09:00:00.000Z',
  restorableUntil: '2026-04-01T09:00:00.000Z',
});

it('restores one or several deleted leads, and says why one could not be', async () => {
  const api = new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/admin/deleted-leads', ({ query }) =>
      query.get('cursor')
        ? Response.json([deleted(3)])
        : Response.json([deleted(1), deleted(2)], { headers: { 'X-Next-Cursor': 'abc' } }),
    )
    .on('POST /api/admin/deleted-leads/restore', {
      message: '1 business restored',
      results: { success: 1, failed: 1, errors: [{ id: 2, message: 'The user of this lead is deleted' }] },
    });
  const { user } = renderApp('/recently-deleted');
  await user.click(await screen.findByRole('checkbox', { name: 'Select Business 1' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Business 2' }));
  await user.click(screen.getByRole('button', { name: 'Restore (2)' }));
  expect(await screen.findByText('1 business restored')).toBeVisible();
  expect(screen.getByText('1 business left as before. The user of this lead is deleted')).toBeVisible();
  expect(api.sent('POST /api/admin/deleted-leads/restore')[0]?.body).toEqual({ ids: [1, 2] });
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(await screen.findByRole('button', { name: 'Restore Business 3' }));
  await waitFor(() => expect(api.sent('POST /api/admin/deleted-leads/restore')[1]?.body).toEqual({ ids: [3] }));
  await user.type(screen.getByRole('searchbox', { name: 'Search deleted leads' }), 'diner');
  await waitFor(() => expect(api.sent('GET /api/admin/deleted-leads').at(-1)?.query.get('q')).toBe('diner'));
  expect(api.sent('GET /api/admin/deleted-leads').at(-1)?.query.get('cursor')).toBeNull();
});
