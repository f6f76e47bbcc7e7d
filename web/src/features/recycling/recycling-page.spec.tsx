import type { RecyclingLead } from '@lead-finder/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';

const lead = (id: number, name: string, rest: Partial<RecyclingLead> = {}): RecyclingLead => ({
  id,
  uuid: `00000000-0000-4000-8000-00000000000${id}`,
  name,
  status: 'new',
  user: { id: 9, username: 'theo', fullName: 'Theo Nakagawa' },
  untouchedSince: '2026-10-16T12:00:00.000Z',
  forecast: { movesOn: '2026-11-16', workingDays: 0, reminded: true, tonight: true, protectedUntil: null },
  ...rest,
});
const server = (tonight: RecyclingLead[], own: RecyclingLead[] = [], total = tonight.length) =>
  new FakeApi()
    .signedIn(people.manager)
    .on('GET /api/recycling', ({ query }) =>
      query.get('own') === 'true' ? { leads: own, total: own.length } : { leads: tonight, total },
    );
const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of untouched leads', () => {
  it('shows a manager what moves tonight, and keeps a lead by a veto', async () => {
    const api = server([lead(1, 'Hometown Tire'), lead(2, 'Café Élan')]).on('POST /api/recycling/*/veto', {
      message: 'The lead stays with its user',
    });
    const { user } = renderApp('/recycling');
    const tonight = await card('Move tonight');
    expect(await tonight.findByRole('link', { name: 'Hometown Tire' })).toBeVisible();
    expect(tonight.getAllByText('Untouched since Oct 16, 2026')).toHaveLength(2);
    expect(tonight.getAllByText('Theo Nakagawa')).toHaveLength(2);
    await user.click(tonight.getByRole('button', { name: 'Veto the move of Café Élan' }));
    expect(await tonight.findByText('Stays')).toBeVisible();
    expect(await screen.findByText('Café Élan stays with Theo Nakagawa')).toBeVisible();
    expect(api.sent('POST /api/recycling/2/veto')).toHaveLength(1);
    expect(tonight.getByRole('button', { name: 'Veto the move of Hometown Tire' })).toBeEnabled();
  });

  it('leaves the focus of the keyboard in the row of a veto', async () => {
    server([lead(1, 'Hometown Tire'), lead(2, 'Café Élan')]).on('POST /api/recycling/*/veto', {
      message: 'The lead stays with its user',
    });
    const { user } = renderApp('/recycling');
    const tonight = await card('Move tonight');
    (await tonight.findByRole('button', { name: 'Veto the move of Hometown Tire' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(tonight.getByText('Stays')).toHaveFocus());
    await user.tab();
    await user.tab();
    expect(tonight.getByRole('button', { name: 'Veto the move of Café Élan' })).toHaveFocus();
  });

  it('reads again if the lead does not move any more', async () => {
    const api = server([lead(1, 'Hometown Tire')]).on('POST /api/recycling/*/veto', () =>
      refusal(404, 'not_found', 'This lead does not move tonight'),
    );
    const { user } = renderApp('/recycling');
    const tonight = await card('Move tonight');
    await user.click(await tonight.findByRole('button', { name: 'Veto the move of Hometown Tire' }));
    expect(await screen.findByText('This lead does not move tonight')).toBeVisible();
    await waitFor(() => expect(api.sent('GET /api/recycling').length).toBeGreaterThan(2));
  });

  it('offers no veto of an own lead', async () => {
    server([lead(1, 'Hometown Tire', { user: { id: 2, username: 'maria', fullName: 'Maria Castellanos' } })]);
    renderApp('/recycling');
    const tonight = await card('Move tonight');
    expect(await tonight.findByText('Yours')).toBeVisible();
    expect(tonight.queryByRole('button')).toBeNull();
  });

  it('says when the own leads go, and a user sees only these', async () => {
    const forecast = { movesOn: '2026-11-20', workingDays: 3, reminded: true, tonight: false, protectedUntil: null };
    server([], [lead(1, 'Hometown Tire', { forecast }), lead(2, 'Café Élan')]).signedIn(people.user);
    renderApp('/recycling');
    const own = await card('Yours');
    expect(await own.findByText('Moves in 3 working days, Nov 20, 2026')).toBeVisible();
    expect(own.getByText('Moves tonight')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Move tonight' })).toBeNull();
  });

  it('turns pages, says if there is nothing, and offers to try again', async () => {
    const api = server([lead(1, 'Hometown Tire')], [], 21);
    const { user } = renderApp('/recycling');
    expect(await screen.findByText('None of your leads goes back soon')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(api.sent('GET /api/recycling').at(-1)!.query.get('page')).toBe('2'));
    api.on('GET /api/recycling', refusal(500, 'internal', 'Something went wrong'));
    renderApp('/recycling');
    expect((await screen.findAllByText('The leads could not be loaded')).length).toBeGreaterThan(0);
  });
});
