import { act, screen, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { announceStatusChanged } from '../../../lib/lead-changes';

const month = (count: number, monthName = 'November') => ({ count, target: 100, monthName, monthProgress: 58.7 });

const server = (monthly: object = month(56)) =>
  new FakeApi()
    .signedIn(people.user)
    .on('GET /api/weekly-contacts', { count: 14, target: 24, weekProgress: 37.3 })
    .on('GET /api/today-contacts', monthly)
    .on('GET /api/notifications', []);

describe('The meters in the header', () => {
  it('show count against target, percent complete and the pace', async () => {
    server();
    renderApp('/nowhere');
    const week = await screen.findByRole('meter', { name: 'Week: 14 of 24 contacts' });
    expect(week).toHaveTextContent('Week14/2458%5 ahead of pace');
    expect(week).toHaveAttribute('aria-valuetext', '14 of 24 contacts, 58%, 5 ahead of pace');
    const monthly = screen.getByRole('meter', { name: 'Month: 56 of 100 contacts' });
    expect(monthly).toHaveTextContent('Month56/10056%3 behind pace');
  });

  it('explain how the pace is counted', async () => {
    server();
    const { user } = renderApp('/nowhere');
    await user.hover(await screen.findByRole('meter', { name: /Month/ }));
    const tooltip = await screen.findByRole('tooltip');
    expect(tooltip).toHaveTextContent('3 behind pace59 of 100 contacts were expected by now.');
    expect(tooltip).toHaveTextContent('A lead counts when its status is first moved off New.');
  });

  it('say that the target is reached, with a bar that is capped', async () => {
    localStorage.setItem(`lead-finder.device.celebrated.3.${new Date().toISOString().slice(0, 7)}`, 'true');
    server(month(112));
    renderApp('/nowhere');
    const meter = await screen.findByRole('meter', { name: /Month/ });
    expect(meter).toHaveTextContent('112/100112%target reached');
    expect(meter.querySelector('.lf-bar > i')).toHaveStyle({ width: '100%' });
    expect(meter.querySelector('.lf-bar > u')).toHaveStyle({ left: '58.7%' });
  });

  it.each([
    ['weekly', 'Unable to load progress data', 'weekly-contacts'],
    ['monthly', 'Unable to load monthly progress data', 'today-contacts'],
  ])('say when the %s numbers could not be loaded', async (_which, text, call) => {
    server().on(`GET /api/${call}`, refusal(503, 'unavailable', 'The server is busy.'));
    renderApp('/nowhere');
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getAllByRole('meter')).toHaveLength(1);
  });

  it('poll every 5 seconds without extending the session', async () => {
    jest.useFakeTimers();
    const api = server();
    renderApp('/nowhere');
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    const first = api.sent('GET /api/today-contacts').length;
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    expect(api.sent('GET /api/today-contacts')).toHaveLength(first + 2);
    expect(api.sent('GET /api/weekly-contacts').every(({ headers }) => headers.get('X-Automatic') === '1')).toBe(true);
    jest.useRealTimers();
  });

  it('poll with the tag of the last answer, and show the same numbers if nothing changed', async () => {
    jest.useFakeTimers();
    const tagged = (call: { headers: Headers }) =>
      call.headers.get('If-None-Match') === '"a"'
        ? new Response(null, { status: 304, headers: { ETag: '"a"' } })
        : Response.json(month(56), { headers: { ETag: '"a"' } });
    const api = server().on('GET /api/today-contacts', tagged);
    renderApp('/nowhere');
    await act(() => jest.advanceTimersByTimeAsync(11_000));
    const tags = api.sent('GET /api/today-contacts').map(({ headers }) => headers.get('If-None-Match'));
    expect(tags).toEqual([null, '"a"', '"a"']);
    expect(screen.getByRole('meter', { name: 'Month: 56 of 100 contacts' })).toBeVisible();
    api.on('GET /api/today-contacts', Response.json(month(57), { headers: { ETag: '"b"' } }));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByRole('meter', { name: 'Month: 57 of 100 contacts' })).toBeVisible();
    jest.useRealTimers();
  });

  it('are read again at once after a status change', async () => {
    const api = server();
    renderApp('/nowhere');
    await screen.findByRole('meter', { name: /Month/ });
    api
      .on('GET /api/today-contacts', month(57))
      .on('GET /api/weekly-contacts', { count: 15, target: 24, weekProgress: 37.3 });
    act(() => void announceStatusChanged());
    expect(await screen.findByRole('meter', { name: 'Month: 57 of 100 contacts' }, { timeout: 1_000 })).toBeVisible();
    expect(screen.getByRole('meter', { name: 'Week: 15 of 24 contacts' })).toBeVisible();
  });
});

describe('Reaching the monthly target', () => {
  const presentMonth = new Date().toLocaleString('en-US', { month: 'long', timeZone: 'UTC' });
  const key = `lead-finder.device.celebrated.3.${new Date().toISOString().slice(0, 7)}`;
  const confettiCanvas = () => document.querySelector('.lf-confetti');

  beforeEach(() => {
    // Nothing is drawn here, and the browser decides about reduced motion.
    HTMLCanvasElement.prototype.getContext = () => null;
  });

  it('is celebrated once in the calendar month', async () => {
    const reduced = window.matchMedia;
    window.matchMedia = (media) => ({ ...reduced(media), matches: true });
    server(month(100, presentMonth));
    const first = renderApp('/nowhere');
    expect(await screen.findByText('Monthly Target Reached!')).toBeVisible();
    expect(screen.getByText("Congratulations! You've reached your monthly contact goal!")).toBeVisible();
    expect(localStorage.getItem(key)).toBe('true');
    expect(confettiCanvas()).toBeNull();
    first.unmount();
    renderApp('/nowhere');
    const again = await screen.findByRole('meter', { name: /Month/ });
    expect(within(again).getByText(/reached/)).toBeVisible();
    expect(screen.queryByText('Monthly Target Reached!')).not.toBeInTheDocument();
    window.matchMedia = reduced;
  });

  it('is not celebrated below it', async () => {
    server(month(99, presentMonth));
    renderApp('/nowhere');
    await screen.findByRole('meter', { name: /Month/ });
    expect(screen.queryByText('Monthly Target Reached!')).not.toBeInTheDocument();
  });

  it('is forgotten at the end of the month, checked every 60 seconds', async () => {
    const now = new Date();
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
    const oldKey = `lead-finder.device.celebrated.3.${before}`;
    localStorage.setItem(oldKey, 'true');
    server(month(1, presentMonth));
    jest.useFakeTimers({ now });
    renderApp('/nowhere');
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(localStorage.getItem(oldKey)).toBeNull();
    localStorage.setItem(oldKey, 'true');
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(localStorage.getItem(oldKey)).toBeNull();
    jest.useRealTimers();
  });
});
