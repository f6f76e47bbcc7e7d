import { act, screen, waitFor } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../test/fake-api';
import { FakeEventSource } from '../../test/fake-event-source';
import { renderApp } from '../../test/render-app';
import { pauseLeadSignals } from '../lib/lead-changes';

const source = async (): Promise<FakeEventSource> => {
  await waitFor(() => expect(FakeEventSource.opened).toHaveLength(1));
  const opened = FakeEventSource.opened[0] as FakeEventSource;
  act(() => opened.connect());
  return opened;
};

const server = () =>
  new FakeApi()
    .signedIn(people.user)
    .on('GET /api/weekly-contacts', { count: 3, target: 24, weekProgress: 10 })
    .on('GET /api/today-contacts', { count: 3, target: 100, monthName: 'November', monthProgress: 10 })
    .on('GET /api/notifications', []);

beforeEach(() => FakeEventSource.install());
afterEach(() => Reflect.deleteProperty(globalThis, 'EventSource'));

describe('A change signal', () => {
  it('makes the page read its subject again, as an automatic request', async () => {
    const api = server();
    renderApp('/nowhere');
    const events = await source();
    await screen.findByRole('meter', { name: /Month/ });
    await waitFor(() => expect(api.sent('GET /api/notifications')).toHaveLength(1));

    act(() => events.push('notification'));
    await waitFor(() => expect(api.sent('GET /api/notifications')).toHaveLength(2));
    expect(api.sent('GET /api/notifications')[1]?.headers.get('X-Automatic')).toBe('1');
    const before = api.sent('GET /api/today-contacts').length;
    act(() => events.push('progress'));
    await waitFor(() => expect(api.sent('GET /api/today-contacts').length).toBeGreaterThan(before));
    expect(api.sent('GET /api/notifications')).toHaveLength(2);
  });

  it('that arrives during the first load of the page is not lost', async () => {
    const late: (() => void)[] = [];
    const slowly = (first: object, then: object) => {
      let reads = 0;
      return () => (reads++ === 0 ? new Promise<object>((resolve) => late.push(() => resolve(first))) : then);
    };
    const meter = (count: number) => ({
      count,
      target: 24,
      weekProgress: 10,
      monthName: 'November',
      monthProgress: 10,
    });
    const api = server()
      .on('GET /api/weekly-contacts', slowly(meter(3), meter(4)))
      .on('GET /api/today-contacts', slowly(meter(3), meter(4)))
      .on('GET /api/notifications', slowly([], []));
    renderApp('/nowhere');
    const events = await source();
    expect(events.url).toBe('/api/events?after=test.4');
    await waitFor(() => expect(late).toHaveLength(3));
    act(() => events.push('progress'));
    act(() => events.push('notification'));
    late.forEach((respond) => respond());
    await waitFor(() => expect(screen.getByRole('meter', { name: /Week/ })).toHaveAttribute('aria-valuenow', '4'));
    expect(screen.getByRole('meter', { name: /Month/ })).toHaveAttribute('aria-valuenow', '4');
    await waitFor(() => expect(api.sent('GET /api/notifications')).toHaveLength(2));
  });

  it('of leads notifies the page at most once a second', async () => {
    server();
    const listener = jest.fn();
    window.addEventListener('leads-changed', listener);
    renderApp('/nowhere');
    const events = await source();
    act(() => {
      for (let lead = 1; lead <= 50; lead++) events.push('lead', { ids: [lead] });
    });
    expect(listener).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
    window.removeEventListener('leads-changed', listener);
  });

  it('of leads is ignored while this page changes many of them', async () => {
    server();
    const listener = jest.fn();
    window.addEventListener('leads-changed', listener);
    renderApp('/nowhere');
    const events = await source();
    const release = pauseLeadSignals();
    act(() => events.push('lead', { ids: [1] }));
    expect(listener).not.toHaveBeenCalled();
    release();
    await waitFor(() => {
      act(() => events.push('lead', { ids: [2] }));
      expect(listener).toHaveBeenCalledTimes(1);
    });
    window.removeEventListener('leads-changed', listener);
  });

  it('of progress does not wait for an earlier signal of leads', async () => {
    const api = server();
    renderApp('/nowhere');
    const events = await source();
    await screen.findByRole('meter', { name: /Week/ });
    const before = api.sent('GET /api/weekly-contacts').length;
    jest.useFakeTimers();
    try {
      act(() => events.push('lead', { ids: [1] }));
      act(() => events.push('progress'));
      expect(api.sent('GET /api/weekly-contacts').length).toBe(before + 1);
    } finally {
      jest.useRealTimers();
    }
  });

  it('of a branch reads again what shows people and leads, and removes what no screen shows', async () => {
    const api = server();
    const { client } = renderApp('/nowhere');
    const events = await source();
    await screen.findByRole('meter', { name: /Month/ });
    const listener = jest.fn();
    window.addEventListener('leads-changed', listener);
    client.setQueryData(['/api/business-profile', 12], { business: { name: 'Hidden Mill' } });
    act(() => events.push('branch'));
    expect(client.getQueryData(['/api/business-profile', 12])).toBeUndefined();
    expect(listener).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(api.sent('GET /api/user')).toHaveLength(2));
    window.removeEventListener('leads-changed', listener);
  });

  it('of the custom fields reads their definitions again', async () => {
    const api = server()
      .on('GET /api/custom-fields', { fields: [], removed: [] })
      .on('GET /api/admin/all-assignments', []);
    renderApp('/crm');
    const events = await source();
    await waitFor(() => expect(api.sent('GET /api/custom-fields')).toHaveLength(1));
    act(() => events.push('field'));
    await waitFor(() => expect(api.sent('GET /api/custom-fields')).toHaveLength(2));
    expect(api.sent('GET /api/custom-fields')[1]?.headers.get('X-Automatic')).toBe('1');
  });

  it('of type reset makes the page read everything again except searches and settings', async () => {
    const api = server();
    const { client } = renderApp('/nowhere');
    const events = await source();
    await screen.findByRole('meter', { name: /Month/ });
    client.setQueryData(['/api/search-businesses', { type: 'cafe' }], { businesses: [] });
    client.setQueryData(['/api/imports', 3], { id: 3 });
    act(() => events.push('reset'));
    await waitFor(() => expect(api.sent('GET /api/user')).toHaveLength(2));
    expect(client.getQueryState(['/api/search-businesses', { type: 'cafe' }])?.isInvalidated).toBe(false);
    expect(client.getQueryState(['/api/imports', 3])?.isInvalidated).toBe(true);
    expect(api.sent('GET /api/settings')).toHaveLength(1);
  });

  it('is received only while a user is signed in', async () => {
    const api = server().signedIn(null);
    const { user } = renderApp('/nowhere');
    expect(await screen.findByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(FakeEventSource.opened).toHaveLength(0);
    api.signedIn(people.user).on('POST /api/logout', { message: 'Done' });
    renderApp('/nowhere');
    await source();
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(FakeEventSource.open).toHaveLength(0));
  });
});

describe('A server that is away', () => {
  it('is reported on the page after some seconds, and the page then recovers', async () => {
    const api = server();
    renderApp('/nowhere');
    const events = await source();
    await waitFor(() => expect(api.sent('GET /api/notifications')).toHaveLength(1));
    api.on('GET /api/notifications', refusal(503, 'unavailable', 'The leads service is not available right now.'));
    act(() => events.push('notification'));
    await waitFor(() => expect(api.sent('GET /api/notifications')).toHaveLength(2));
    jest.useFakeTimers();
    try {
      act(() => events.fail('lost'));
      act(() => jest.advanceTimersByTime(4_999));
      expect(screen.queryByText('Reconnecting…')).not.toBeInTheDocument();
      act(() => jest.advanceTimersByTime(1));
      expect(screen.getByText('Reconnecting…').closest('[role="status"]')).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
    api.on('GET /api/notifications', []);
    act(() => events.connect());
    await waitFor(() => expect(screen.queryByText('Reconnecting…')).not.toBeInTheDocument());
    await waitFor(() => expect(api.sent('GET /api/notifications')).toHaveLength(3));
    expect(api.sent('GET /api/notifications')[2]?.headers.get('X-Automatic')).toBe('1');
  });

  it.each(['comes back after a moment', 'never noticed the loss of network'])(
    'reads again what failed, also if the stream %s',
    async (stream) => {
      const api = server().on('GET /api/notifications', () => Promise.reject(new TypeError('Failed to fetch')));
      renderApp('/nowhere');
      const events = await source();
      await waitFor(() => expect(api.sent('GET /api/notifications')).toHaveLength(1));
      api.on('GET /api/notifications', []);
      act(() => {
        if (stream.startsWith('never')) return void window.dispatchEvent(new Event('online'));
        events.fail('lost');
        events.connect();
      });
      await waitFor(() => expect(api.sent('GET /api/notifications')).toHaveLength(2));
      expect(api.sent('GET /api/notifications')[1]?.headers.get('X-Automatic')).toBe('1');
    },
  );

  it('for a moment is not reported', async () => {
    server();
    renderApp('/nowhere');
    const events = await source();
    jest.useFakeTimers();
    try {
      act(() => events.fail('lost'));
      act(() => jest.advanceTimersByTime(3_000));
      act(() => events.connect());
      act(() => jest.advanceTimersByTime(60_000));
      expect(screen.queryByText('Reconnecting…')).not.toBeInTheDocument();
    } finally {
      jest.useRealTimers();
    }
  });
});
