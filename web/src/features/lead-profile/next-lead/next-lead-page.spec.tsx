import type { LeadProfile, QueuedLead } from '@lead-finder/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { changedLead, leadProfile, savedActivity } from '../../../../test/lead-world';
import { renderApp } from '../../../../test/render-app';

const names = ['Harbor Bakery Co.', 'Pho Hanoi Kitchen', 'Delta Roofing'];
const queued = (n: number): QueuedLead => ({
  id: n,
  uuid: `0000000${n}-0000-4000-8000-000000000000`,
  name: names[n - 1]!,
  updatedAt: '2026-11-11T12:00:00.000Z',
  cursor: `at-${n}`,
});
const profileOf = (n: number): LeadProfile =>
  leadProfile({ business: { name: names[n - 1] }, userBusiness: { id: n, uuid: queued(n).uuid } });

/** A queue of three leads. Leads in `gone` have left it and return 403. */
class QueueApi extends FakeApi {
  readonly gone = new Set<number>();

  constructor() {
    super();
    this.signedIn(people.user)
      .on('GET /api/all-tags', [])
      .on('GET /api/assignment-history-by-uuid/*', [])
      .on('GET /api/business-profile-by-uuid/*', (_, [uuid]) => {
        const n = Number(uuid!.slice(0, 8));
        return this.gone.has(n) ? refusal(403, 'forbidden', 'It belongs to somebody else.') : profileOf(n);
      })
      .on('GET /api/next-lead', ({ query }) => this.after(query.get('cursor'), Number(query.get('expected'))))
      .on('POST /api/lead-outcome-by-uuid/*', ({ body }, [uuid]) => {
        const { queue, expected } = body as { queue: { cursor: string }; expected?: number };
        return { ...changedLead({ uuid }), ...savedActivity(), ...this.after(queue.cursor, expected) };
      })
      .on('POST /api/lead-outcome-by-uuid/*/undo', changedLead());
  }

  after(cursor: string | null, expected = 0) {
    const from = cursor ? Number(cursor.slice(3)) : 0;
    const next = [1, 2, 3].find((n) => n > from && !this.gone.has(n));
    return { next: next ? queued(next) : null, missed: this.gone.has(expected) };
  }

  outcomes() {
    return this.calls.filter(({ method, path }) => method === 'POST' && /lead-outcome-by-uuid\/[^/]+$/.test(path));
  }
}

const title = (n: number) => screen.findByRole('heading', { level: 1, name: names[n - 1] });
async function open(api = new QueueApi()) {
  const page = renderApp('/next-lead?from=list&status=new&status=recontact&q=a');
  await title(1);
  await waitFor(() => expect(api.calls.some(({ path }) => path.includes(queued(2).uuid))).toBe(true));
  return { api, ...page };
}

describe('Next lead', () => {
  it('logs, sets status and next date, and shows the next lead of the queue by one key', async () => {
    const { api, user } = await open();
    await user.keyboard('1');
    expect(await title(2)).toBeVisible();
    expect(api.outcomes()[0]).toMatchObject({
      path: `/api/lead-outcome-by-uuid/${queued(1).uuid}`,
      body: {
        type: 'call',
        notes: 'No answer',
        status: 'recontact',
        followUpOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        queue: { from: 'list', status: ['new', 'recontact'], q: 'a', cursor: 'at-1' },
        expected: 2,
      },
    });
    expect(api.outcomes()[0]!.headers.get('Idempotency-Key')).toBeTruthy();
    expect(screen.getByText(/^Saved for Harbor Bakery Co\. Undo takes it back\.$/)).toBeVisible();
    await user.keyboard('4');
    await title(3);
    expect(api.outcomes()[1]!.body).toMatchObject({ notes: 'Won', status: 'closed_won', followUpOn: null });
    await user.keyboard('5');
    expect(await screen.findByText('All leads are worked')).toBeVisible();
    expect(screen.getByText(/3 leads worked/)).toBeVisible();
  });

  it('reads the next two profiles ahead as automatic requests, and shows them before any response', async () => {
    const { api, user } = await open();
    const readOf = (n: number) => api.calls.find(({ path }) => path.endsWith(`profile-by-uuid/${queued(n).uuid}`));
    for (const n of [2, 3]) await waitFor(() => expect(readOf(n)?.headers.get('X-Automatic')).toBe('1'));
    const never = new Promise<never>(() => undefined);
    api.on('GET /api/business-profile-by-uuid/*', () => never).on('GET /api/next-lead', () => never);
    await user.keyboard('1');
    await title(2);
    await waitFor(() => expect(screen.getByRole('button', { name: /Skip/ })).toBeEnabled());
    await user.keyboard('j');
    await title(3);
  });

  it('ignores keys while the user types, and logs the typed text', async () => {
    const { api, user } = await open();
    await user.keyboard('n');
    await user.keyboard('Ask for 12 in May');
    expect(screen.getByLabelText('Outcome notes')).toHaveValue('Ask for 12 in May');
    expect(api.outcomes()).toEqual([]);
    await user.keyboard('{Escape}3');
    await title(2);
    expect(api.outcomes()[0]!.body).toMatchObject({ notes: 'Interested: Ask for 12 in May', status: 'in_progress' });
  });

  it('skips, and undoes the last outcome', async () => {
    const { api, user } = await open();
    await user.keyboard('j');
    await title(2);
    await user.keyboard('2');
    await title(3);
    await user.keyboard('u');
    await title(2);
    expect(api.sent(`POST /api/lead-outcome-by-uuid/${queued(2).uuid}/undo`)).toHaveLength(1);
    expect(screen.getByRole('button', { name: /Undo/ })).toBeDisabled();
  });

  it('skips a lead that was reassigned or worked meanwhile, with a toast', async () => {
    const { api, user } = await open();
    api.gone.add(2);
    await user.keyboard('1');
    await title(3);
    expect(screen.getByText('Pho Hanoi Kitchen was reassigned or worked by somebody else meanwhile.')).toBeVisible();
  });

  it('stays on the lead when saving fails, preserves the typed text, and retries with the same key', async () => {
    const { api, user } = await open();
    api.on('POST /api/lead-outcome-by-uuid/*', () => Promise.reject(new TypeError('Failed to fetch')));
    await user.type(screen.getByLabelText('Outcome notes'), 'Left a message');
    await user.keyboard('{Escape}1');
    expect(await screen.findByText('The outcome could not be saved')).toBeVisible();
    expect(screen.getByLabelText('Outcome notes')).toHaveValue('Left a message');
    await user.keyboard('1');
    await waitFor(() => expect(api.outcomes()).toHaveLength(2));
    const [first, second] = api.outcomes().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
  });

  it('retries with the same body if another lead follows by then', async () => {
    const { api, user } = await open();
    api.on('POST /api/lead-outcome-by-uuid/*', () => {
      api.gone.add(2);
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    await user.keyboard('1');
    expect(await screen.findByText('The outcome could not be saved')).toBeVisible();
    await waitFor(() => expect(api.calls.some(({ query }) => query.get('cursor') === 'at-3')).toBe(true));
    await user.keyboard('1');
    await waitFor(() => expect(api.outcomes()).toHaveLength(2));
    const [first, second] = api.outcomes();
    expect(second!.body).toEqual(first!.body);
    expect(second!.headers.get('Idempotency-Key')).toBe(first!.headers.get('Idempotency-Key'));
  });

  it('still shows the lead when the network is gone and nothing can be read again', async () => {
    const { api, user } = await open();
    const cut = () => Promise.reject(new TypeError('Failed to fetch'));
    for (const call of ['POST /api/lead-outcome-by-uuid/*', 'GET /api/business-profile-by-uuid/*']) api.on(call, cut);
    await user.keyboard('1');
    expect(await screen.findByText('The outcome could not be saved')).toBeVisible();
    expect(await title(1)).toBeVisible();
    expect(screen.getByText(/may show an older state. What you typed is kept/)).toBeVisible();
  });

  it("shows its keys by '?' and in tooltips, and ignores keys meanwhile", async () => {
    const { api, user } = await open();
    expect(screen.getByRole('button', { name: /No answer/ })).toHaveAttribute('title', 'No answer (1)');
    await user.keyboard('?');
    const dialog = within(await screen.findByRole('dialog', { name: 'Keys' }));
    expect(dialog.getByText('Not interested: Closed (Lost), no next step')).toBeVisible();
    await user.keyboard('1');
    expect(api.outcomes()).toEqual([]);
  });

  it('says that no lead is waiting', async () => {
    const api = new QueueApi();
    for (const n of [1, 2, 3]) api.gone.add(n);
    renderApp('/next-lead?from=my-day');
    expect(await screen.findByText('No lead is waiting')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to My day' })).toHaveAttribute('href', '/my-day');
  });

  it('starts after the lead in the address, and restarts at the first lead', async () => {
    const api = new QueueApi();
    const { user } = renderApp('/next-lead?from=my-day&after=at-2');
    await title(3);
    await user.click(screen.getByRole('button', { name: /^Skip/ }));
    await user.click(await screen.findByRole('button', { name: 'Look again' }));
    await title(1);
    const asked = api.calls.filter(({ path }) => path === '/api/next-lead').map(({ query }) => query.get('after'));
    expect(new Set(asked)).toEqual(new Set([null]));
  });

  it('undoes the last lead by a key after all are worked', async () => {
    const api = new QueueApi();
    for (const n of [2, 3]) api.gone.add(n);
    const { user } = renderApp('/next-lead?from=my-day');
    await title(1);
    await user.keyboard('1');
    await screen.findByText('All leads are worked');
    await user.keyboard('u');
    expect(await screen.findByText('Outcome undone')).toBeVisible();
    await title(1);
  });

  it.each([0, 20])(
    'undoes by a key that comes before the page is drawn anew, %i moments after the answer',
    async (moments) => {
      const { api } = await open();
      const press = (key: string) => window.dispatchEvent(new KeyboardEvent('keydown', { key }));
      // Nothing renders before the end of the test; the response arrives between the steps.
      await act(async () => {
        press('1');
        while (api.outcomes().length === 0) await Promise.resolve();
        for (let moment = 0; moment < moments; moment++) await Promise.resolve();
        press('u');
      });
      expect(await screen.findByText('Outcome undone')).toBeVisible();
      await title(1);
      expect(api.calls.filter(({ path }) => path.endsWith('/undo'))).toHaveLength(1);
    },
  );
});
