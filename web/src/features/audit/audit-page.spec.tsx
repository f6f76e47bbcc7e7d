import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import type { AuditEntry } from './api';

const entry = (id: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2026-11-18T14:41:00.000Z',
  actorId: 1,
  actor: 'dana',
  action: 'user_changed',
  subject: 'sam',
  outcome: 'done',
  address: '192.0.2.1',
  requestId: `request-${id}`,
  details: { id: 3, changed: { role: ['user', 'manager'] } },
  ...more,
});
const page = (entries: AuditEntry[], next?: string) =>
  Response.json(entries, { headers: next ? { 'X-Next-Cursor': next } : {} });
const open = (api: FakeApi) => {
  api.signedIn(people.admin);
  return renderApp('/audit');
};

describe('The audit trail', () => {
  it('shows who did what, to whom, when and from where', async () => {
    const failed = entry(2, {
      actor: '',
      actorId: null,
      action: 'sign_in_failed',
      outcome: 'refused',
      details: { code: 'account_locked' },
    });
    open(new FakeApi().on('GET /api/audit', page([entry(1), failed])));
    await screen.findByText('Nobody');
    const [, first, second] = within(screen.getByRole('table')).getAllByRole('row');
    expect(first).toHaveTextContent('User changed');
    expect(first).toHaveTextContent('role: user → manager, id: 3');
    expect(first).toHaveTextContent('192.0.2.1');
    expect(second).toHaveTextContent('Nobody');
    expect(within(second!).getByText('Sign-in failed')).toHaveClass('gone');
  });

  it("pages by the server's cursors, and returns to the first page when a filter changes", async () => {
    const answers: Record<string, Response> = {
      '': page([entry(1)], '17_1'),
      '17_1': page([entry(2, { subject: 'older' })]),
    };
    const api = new FakeApi().on('GET /api/audit', ({ query }) => answers[query.get('cursor') ?? '']!.clone());
    const { user } = open(api);
    await screen.findByText('Page 1');
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText('older')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Action'), 'Lead deleted');
    await user.type(screen.getByLabelText('Username'), 'dana');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-18' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-18' } });
    await waitFor(() => {
      const query = Object.fromEntries(api.sent('GET /api/audit').at(-1)!.query);
      expect(query).toMatchObject({ action: 'lead_deleted', actor: 'dana', pageSize: '50' });
      expect(query).not.toHaveProperty('cursor');
      expect(Date.parse(query.to!) - Date.parse(query.from!)).toBe(24 * 3_600_000);
    });
    expect(screen.getByText('Page 1')).toBeVisible();
  });

  it('says that nothing matches, and clears the filters', async () => {
    const api = new FakeApi().on('GET /api/audit', ({ query }) => page(query.get('action') ? [] : [entry(1)]));
    const { user } = open(api);
    await screen.findByText('192.0.2.1');
    await user.selectOptions(screen.getByLabelText('Action'), 'Lead deleted');
    expect(await screen.findByRole('heading', { name: 'No entries found' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
    expect(await screen.findByText('192.0.2.1')).toBeVisible();
  });

  it('offers to try again after a failure, and reports a failed download', async () => {
    const api = new FakeApi().on('GET /api/audit', refusal(503, 'unavailable', 'Down'));
    const { user } = open(api);
    expect(await screen.findByText('Error loading the audit trail. Please try again.')).toBeVisible();
    api.on('GET /api/audit', page([entry(1)])).on('GET /api/audit.csv', refusal(503, 'unavailable', 'Not now'));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('192.0.2.1')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('Not now')).toBeVisible();
  });

  it.each([people.user, people.manager])('is not for $username', async (user) => {
    new FakeApi().signedIn(user);
    renderApp('/audit');
    expect(await screen.findByRole('heading', { name: 'Admin Access Required' })).toBeVisible();
  });
});
