import type { Page } from 'playwright-core';
import { clickButton, dialog, mockError, mockResponse, openPage, stallRequests, waitForText } from '../page-actions.js';
import type { Screen } from '../scene.js';

const calls = '**/api/webhooks';
const hook = (id: number, url: string, change: object = {}) => ({
  id,
  url,
  types: [],
  ownerId: 1,
  owner: 'Dana Whitfield',
  active: true,
  offReason: null,
  failingSince: null,
  nextAttemptAt: null,
  deliveredAt: '2026-03-02T09:00:00.000Z',
  waiting: 0,
  oldSecretUntil: null,
  createdAt: '2026-02-02T09:00:00.000Z',
  ...change,
});
const failing = {
  types: ['lead.created', 'lead.assigned', 'lead.status_changed'],
  failingSince: '2026-03-01T09:12:00.000Z',
  nextAttemptAt: '2026-03-02T09:14:00.000Z',
  waiting: 412,
  oldSecretUntil: '2026-03-03T09:00:00.000Z',
};
const webhooks = [
  hook(1, 'https://crm-bridge.acme.example/v2/inbound/leads', failing),
  hook(2, 'https://hooks.northfield.example/lead-finder'),
  hook(3, 'https://reports.chamber-of-commerce-of-pulaski-county.example/intake', {
    types: ['import.finished'],
    active: false,
    offReason: 'failures',
  }),
];
const sent = (id: number, type: string, attempt: number, change: object) => ({
  id,
  type,
  messageId: `${id}-1772442000123`,
  attempt,
  sentAt: '2026-03-02T08:58:04.000Z',
  durationMs: 212,
  status: 200,
  problem: null,
  response: '',
  request: `{"id":"${id}-1772442000123","type":"${type}","timestamp":"2026-03-02T08:58:03.000Z","data":{"leads":[{"id":4711,"userId":3}]}}`,
  ...change,
});
const deliveries = [
  sent(42, 'lead.status_changed', 9, { status: 503, response: 'upstream connect error or disconnect before headers' }),
  sent(41, 'lead.assigned', 9, { status: null, problem: 'No response within 15 s', durationMs: 15_000 }),
  sent(40, 'lead.created', 1, {}),
];

const listed = async (page: Page) => {
  await mockResponse(page, calls, { webhooks, oldest: '2026-02-23T09:00:00.000Z' });
  await mockResponse(page, '**/api/webhooks/*/deliveries*', { deliveries, next: 40 });
  await openPage(page, '/webhooks', 'Webhooks');
  await page.getByRole('button', { name: /crm-bridge/ }).waitFor();
};
const opened = async (page: Page) => {
  await listed(page);
  await clickButton(page, /crm-bridge/);
  await waitForText(page, /^412 changes wait/);
  await page.getByText('503').waitFor();
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const webhooksScreen: Screen = {
  title: 'Webhooks',
  scenes: [
    { name: 'webhooks', as: ['admin'], open: listed },
    { name: 'webhook-opened', as: ['admin'], open: opened },
    {
      name: 'webhook-delivery',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await clickButton(page, /^Details of lead\.status_changed/);
        await waitForText(page, 'upstream connect error or disconnect before headers');
      },
    },
    {
      name: 'webhook-tested',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await mockResponse(page, '**/api/webhooks/1/test', deliveries[1]);
        await clickButton(page, 'Send test');
        await waitForText(page, /^Test sent at/);
      },
    },
    {
      name: 'webhooks-nothing',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(page, calls, { webhooks: [], oldest: null });
        await openPage(page, '/webhooks', 'No webhooks yet');
      },
    },
    {
      name: 'webhooks-loading',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, calls);
        await openPage(page, '/webhooks', 'Webhooks');
      },
    },
    {
      name: 'webhooks-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, calls);
        await openPage(page, '/webhooks', 'The webhooks could not be loaded');
      },
    },
    {
      name: 'webhook-to-add',
      as: ['admin'],
      open: async (page) => {
        await listed(page);
        await clickButton(page, 'Add Webhook');
        await dialog(page, 'Add Webhook').getByLabel('All changes').click();
      },
    },
    {
      name: 'webhook-to-edit',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await clickButton(page, 'Edit');
        await dialog(page, 'Edit Webhook').waitFor();
      },
    },
    {
      name: 'webhook-to-replay',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await clickButton(page, 'Replay from…');
        const form = dialog(page, 'Replay Changes');
        await form.getByRole('button', { name: 'Replay', exact: true }).click();
        await form.getByText('Please choose a date and time').waitFor();
      },
    },
    {
      name: 'webhook-secret',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await mockResponse(page, '**/api/webhooks/1/secret', { webhook: webhooks[0], secret });
        await clickButton(page, 'New secret');
        await dialog(page, 'New Secret').getByRole('button', { name: 'Make a new secret' }).click();
        await dialog(page, 'Secret of the Webhook').waitFor();
      },
    },
    {
      name: 'webhook-to-remove',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await clickButton(page, 'Remove');
        await dialog(page, 'Remove Webhook').waitFor();
      },
    },
  ],
};
