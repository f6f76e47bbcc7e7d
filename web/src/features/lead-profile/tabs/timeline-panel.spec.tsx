import type { TimelineEntry } from '@lead-finder/contracts';
import { screen, within } from '@testing-library/react';
import { activity, LeadApi, leadProfile, savedActivity } from '../../../../test/lead-world';
import { renderApp } from '../../../../test/render-app';

const entry = (part: Pick<TimelineEntry, 'kind' | 'what'>): TimelineEntry =>
  ({
    key: part.kind,
    at: '2026-11-16T14:41:00.000Z',
    by: { id: 3, username: 'sam', fullName: 'Sam Okafor' },
    ...part,
  }) as TimelineEntry;

describe('The timeline', () => {
  it('is beside the other tabs, lists everything in one order, and can be filtered', async () => {
    const moved = entry({ kind: 'status', what: { from: 'new', to: 'recontact' } });
    const assigned = entry({ kind: 'assignment', what: { from: null, to: 'sam', notes: null } });
    const api = new LeadApi().on('GET /api/lead-timeline/*', ({ query }) => ({
      entries: query.get('kind') === 'status' ? [moved] : [moved, assigned],
      nextCursor: null,
    })) as LeadApi;
    const { user } = renderApp('/business/12');
    await user.click(await screen.findByRole('tab', { name: 'Timeline' }));
    const list = () => within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem');
    await screen.findByText('Initially assigned to sam');
    expect(list().map((item) => item.querySelector('b')?.textContent)).toEqual([
      'Status changed from New to Recontact',
      'Initially assigned to sam',
    ]);
    await user.selectOptions(screen.getByLabelText('Show in timeline'), 'Status changes');
    await screen.findByText('Status changed from New to Recontact');
    expect(list()).toHaveLength(1);
    expect(api.sent('GET /api/lead-timeline/12').map(({ query }) => query.get('kind'))).toEqual([null, 'status']);
  });
});

describe('A follow-up on the profile', () => {
  it('is moved to another day', async () => {
    const planned = activity({ scheduledAt: '2026-11-18T09:00:00.000Z' });
    const api = new LeadApi(leadProfile({}, [planned])).on('PATCH /api/contact-activity/*', savedActivity()) as LeadApi;
    const { user } = renderApp('/business/12');
    await user.click(await screen.findByRole('button', { name: 'Complete or move' }));
    const dialog = within(await screen.findByRole('dialog'));
    const day = dialog.getByLabelText('Or move it to');
    await user.type(day, '2026-11-20');
    await user.click(dialog.getByRole('button', { name: 'Move Follow-up' }));
    expect(day).toHaveAccessibleDescription('Please choose today or a later day');
    expect(day).toHaveFocus();
    await user.clear(day);
    await user.type(day, '2126-12-01');
    await user.click(dialog.getByRole('button', { name: 'Move Follow-up' }));
    expect(await screen.findByText('Follow-up updated')).toBeVisible();
    expect(api.sent('PATCH /api/contact-activity/70')[0]?.body).toEqual({ scheduledOn: '2126-12-01' });
  });
});
