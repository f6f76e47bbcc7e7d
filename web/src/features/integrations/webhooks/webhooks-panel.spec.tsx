import type { Webhook, WebhookDelivery } from '@lead-finder/contracts';
import { screen, within } from '@testing-library/react';
import { FakeApi, people, refusal } from '../../../../test/fake-api';
import { renderApp } from '../../../../test/render-app';
import { failing, webhook } from './webhook.fixture';

const delivery: WebhookDelivery = {
  id: 9,
  type: 'lead.created',
  messageId: '7-1',
  attempt: 2,
  sentAt: '2026-11-16T15:12:00.000Z',
  durationMs: 212,
  status: 503,
  problem: null,
  response: 'upstream is away',
  request: '{"type":"lead.created"}',
};
const secret = 'whsec_c2VjcmV0';

const open = async (webhooks: Webhook[], deliveries: WebhookDelivery[] = []) => {
  const api = new FakeApi()
    .signedIn(people.admin)
    .on('GET /api/service-tokens', [])
    .on('GET /api/webhooks', { webhooks, oldest: '2026-11-10T09:00:00.000Z' })
    .on('GET /api/webhooks/3/deliveries', { deliveries, next: null });
  const page = renderApp('/integrations');
  await screen.findByRole('heading', { name: 'Webhooks' });
  return { ...page, api };
};
const openOne = async (each: Webhook, deliveries?: WebhookDelivery[]) => {
  const page = await open([each], deliveries);
  await page.user.click(await screen.findByRole('button', { name: /hooks\.example/ }));
  return { ...page, panel: within(await screen.findByRole('region', { name: each.url })) };
};

describe('The webhooks of the page Integrations', () => {
  it('says what a webhook is for while there is none', async () => {
    await open([]);
    expect(await screen.findByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  });

  it('lists webhooks with their changes, owner and state', async () => {
    await open([webhook, { ...webhook, id: 4, types: [], active: false, offReason: 'failures' }]);
    expect(await screen.findByText('Lead created, Status changed · by Ada Admin')).toBeVisible();
    expect(screen.getByText('Working')).toBeVisible();
    expect(screen.getByText('All changes · by Ada Admin')).toBeVisible();
    expect(screen.getByText('Off after three days of failures')).toBeVisible();
  });

  it('adds one and shows its secret once', async () => {
    const { api, user } = await open([]);
    api.on('POST /api/webhooks', { webhook, secret });
    await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
    await user.type(screen.getByLabelText('Address'), webhook.url);
    await user.click(screen.getByLabelText('All changes'));
    await user.click(screen.getByLabelText('Status changed'));
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByLabelText('Signing secret')).toHaveValue(secret);
    expect(api.sent('POST /api/webhooks').map(({ body }) => body)).toEqual([
      { url: webhook.url, types: webhook.types },
    ]);
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(screen.queryByLabelText('Signing secret')).toBeNull();
  });

  it('shows beside the address why the server refuses it', async () => {
    const { api, user } = await open([]);
    const message = 'Must be https with a name and without a port, or an address that the operator allows';
    api.on('POST /api/webhooks', refusal(400, 'validation_failed', message, { issues: [{ path: 'url', message }] }));
    await user.click(await screen.findByRole('button', { name: 'Add webhook' }));
    await user.type(screen.getByLabelText('Address'), 'https://127.0.0.1/');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Address')).toBeInvalid();
    expect(screen.getByLabelText('Address')).toHaveFocus();
  });

  it('shows of a failing one what waits, and tries again', async () => {
    const { api, user, panel } = await openOne(failing);
    expect(panel.getByText(/412 changes wait, in order/)).toBeVisible();
    api.on('PATCH /api/webhooks/3', webhook);
    await user.click(panel.getByRole('button', { name: 'Try the waiting ones now' }));
    expect(await screen.findByText('Trying again')).toBeVisible();
    expect(api.sent('PATCH /api/webhooks/3').map(({ body }) => body)).toEqual([{ active: true }]);
  });

  it('sends a test and says what came back', async () => {
    const { api, user, panel } = await openOne(webhook);
    api.on('POST /api/webhooks/3/test', { ...delivery, status: null, problem: 'No response within 15 s' });
    await user.click(panel.getByRole('button', { name: 'Send test' }));
    expect(await panel.findByText(/^Test sent at .+: No response within 15 s$/)).toBeVisible();
  });

  it('opens a delivery to its request and answer', async () => {
    const { user, panel } = await openOne(webhook, [delivery]);
    expect(await panel.findByText('503')).toBeVisible();
    const details = panel.getByRole('button', { name: /^Details of lead\.created/ });
    await user.click(details);
    expect(details).toHaveAttribute('aria-expanded', 'true');
    expect(panel.getByText(delivery.request!)).toBeVisible();
    expect(panel.getByText('upstream is away')).toBeVisible();
  });

  it('replays from a moment in the time of the browser', async () => {
    const { api, user, panel } = await openOne(webhook);
    api.on('POST /api/webhooks/3/replay', webhook);
    await user.click(panel.getByRole('button', { name: 'Replay from…' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Replay' }));
    expect(dialog.getByText('Please choose a date and time in the past')).toBeVisible();
    await user.type(dialog.getByLabelText('From'), '2025-03-12T08:30');
    await user.click(dialog.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('Replay started')).toBeVisible();
    const from = new Date('2025-03-12T08:30').toISOString();
    expect(api.sent('POST /api/webhooks/3/replay').map(({ body }) => body)).toEqual([{ from }]);
  });

  it('makes a new secret and shows it once', async () => {
    const { api, user, panel } = await openOne(webhook);
    api.on('POST /api/webhooks/3/secret', { webhook, secret });
    await user.click(panel.getByRole('button', { name: 'New secret' }));
    expect(screen.queryByText(/stops at once/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Make a new secret' }));
    expect(await screen.findByLabelText('Signing secret')).toHaveValue(secret);
    expect(screen.getByText(/For 24 hours the old secret signs too/)).toBeVisible();
  });

  it('says before a further secret that the first one stops signing', async () => {
    const { user, panel } = await openOne({ ...webhook, oldSecretUntil: '2026-11-13T10:00:00Z' });
    await user.click(panel.getByRole('button', { name: 'New secret' }));
    expect(screen.getByText(/The secret before the present one, which signs too, stops at once/)).toBeVisible();
  });

  it('changes, switches off and removes one', async () => {
    const { api, user, panel } = await openOne(webhook);
    api.on('PATCH /api/webhooks/3', webhook).on('DELETE /api/webhooks/3', { message: 'Webhook removed' });
    await user.click(panel.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('Address'), '2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Webhook saved')).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Switch off' }));
    expect(await screen.findByText('Webhook switched off')).toBeVisible();
    expect(api.sent('PATCH /api/webhooks/3').map(({ body }) => body)).toEqual([
      { url: `${webhook.url}2`, types: webhook.types },
      { active: false },
    ]);
    await user.click(panel.getByRole('button', { name: 'Remove' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Webhook removed')).toBeVisible();
  });

  it('says that nothing was sent yet', async () => {
    const { panel } = await openOne(webhook);
    expect(panel.getByText('Nothing was sent yet.')).toBeVisible();
  });
});
