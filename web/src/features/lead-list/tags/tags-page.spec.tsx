import type { BulkJob } from '@lead-finder/contracts';
import { screen, within } from '@testing-library/react';
import { FakeApi, people } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';

const job: BulkJob = {
  id: 7,
  action: 'remove-tags',
  status: 'running',
  total: 12,
  done: 0,
  failed: 0,
  undone: 0,
  kept: 0,
  toStatus: null,
  newUser: null,
  removedTags: ['hot'],
  addedTags: [],
  createdBy: { id: 1, username: 'dana', fullName: 'Dana Whitfield' },
  createdAt: '2026-03-02T09:00:00.000Z',
  finishedAt: null,
  undoableUntil: null,
};

const openTags = async () => {
  const api = new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/admin/tags', [
      { value: 'hot', count: 12 },
      { value: 'warm', count: 1 },
      { value: 'Imported', count: 300 },
    ])
    .on('GET /api/bulk-jobs', [])
    .on('POST /api/bulk-jobs', job);
  const page = renderApp('/tags');
  await screen.findByRole('button', { name: 'Rename hot' });
  return { api, ...page };
};
const filter = { tag: ['hot'], archived: 'any', existingCustomers: true };

it('renames, merges and deletes a tag of all leads by jobs', async () => {
  const { api, user } = await openTags();
  const open = async (action: string, title: string) => {
    await user.click(screen.getByRole('button', { name: `${action} hot` }));
    return within(await screen.findByRole('dialog', { name: title }));
  };
  const gone = () => expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  const sent = () => api.sent('POST /api/bulk-jobs').at(-1)?.body;

  let dialog = await open('Rename', 'Rename Tag');
  await user.clear(dialog.getByRole('textbox', { name: 'New name' }));
  await user.click(dialog.getByRole('button', { name: 'Rename' }));
  expect(await dialog.findByText('Please enter a tag')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'New name' }), 'Hot lead{Enter}');
  await screen.findByRole('button', { name: 'Rename hot' });
  expect(sent()).toEqual({ filter, action: 'replace-tags', tags: ['hot'], newTag: 'Hot lead' });

  dialog = await open('Merge', 'Merge Tag');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Merge into' }), 'warm');
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  await screen.findByRole('button', { name: 'Rename hot' });
  expect(sent()).toEqual({ filter, action: 'replace-tags', tags: ['hot'], newTag: 'warm' });

  dialog = await open('Delete', 'Delete Tag');
  expect(dialog.getByText(/from 12 businesses\?/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await screen.findByRole('button', { name: 'Rename hot' });
  expect(sent()).toEqual({ filter, action: 'remove-tags', tags: ['hot'] });
  gone();
});

it('leaves the tag of imports as it is', async () => {
  await openTags();
  expect(screen.queryByRole('button', { name: 'Rename Imported' })).not.toBeInTheDocument();
});
