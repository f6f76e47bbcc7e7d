import type { Page } from 'playwright-core';
import {
  clickButton,
  dialog,
  internalError,
  mockChange,
  mockError,
  mockResponse,
  openPage,
  stallRequests,
  waitForText,
} from '../page-actions.js';
import type { Screen } from '../scene.js';
import { at, form, mirror, old, secret as tokenSecret } from './tokens.scenes.js';

const services = [
  {
    ...mirror,
    beginsWith: 'lf_svc_Xd90',
    role: 'admin',
    team: null,
    username: 'warehouse-mirror-4f2a9c',
    createdBy: 'admin',
  },
  {
    ...form,
    beginsWith: 'lf_svc_b3Wm',
    scopes: ['leads:read', 'leads:write', 'team.progress:read', 'team.leads:read', 'users:read', 'places:write'],
    role: 'manager',
    team: { id: 2, name: 'Little Rock West' },
    username: 'web-form-1c2d3e',
    createdBy: 'admin',
  },
  { ...old, beginsWith: 'lf_svc_p0Ze', role: 'user', team: null, username: 'test-000000', createdBy: 'admin' },
];

const tokenCalls = '**/api/service-tokens';
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
  failingSince: at(-2.1),
  nextAttemptAt: at(0.01),
  waiting: 412,
  oldSecretUntil: at(0.6),
};
const webhooks = [
  hook(1, 'https://crm-bridge.acme.example/v2/inbound/leads', failing),
  hook(2, 'https://hooks.northfield.example/lead-finder'),
  hook(3, 'https://reports.chamber-of-commerce-of-pulaski-county.example/intake', {
    types: ['import.finished'],
    active: false,
    offReason: 'failures',
    failingSince: at(-4),
    waiting: 1204,
  }),
];
const sent = (id: number, type: string, attempt: number, change: object) => ({
  id,
  type,
  messageId: `${id}-1772442000123`,
  attempt,
  sentAt: at(-0.001),
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

const listed = async (page: Page, tokens: object[] = services) => {
  await mockResponse(page, tokenCalls, tokens);
  await mockResponse(page, calls, { webhooks, oldest: '2026-02-23T09:00:00.000Z' });
  await mockResponse(page, '**/api/webhooks/*/deliveries*', { deliveries, next: 40 });
  await openPage(page, '/integrations', 'Integrations');
  await waitForText(page, 'Warehouse mirror');
  await page.getByRole('button', { name: /crm-bridge/ }).waitFor();
};
const opened = async (page: Page, webhook = /crm-bridge/, problem: string | RegExp = /412 changes wait/) => {
  await listed(page, services.slice(0, 1));
  await clickButton(page, webhook);
  await waitForText(page, problem);
  await page.getByText('503').waitFor();
};
const creating = async (page: Page) => {
  await listed(page);
  await clickButton(page, 'Create token');
  return dialog(page, 'Create service token');
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const integrations: Screen = {
  title: 'Integrations',
  scenes: [
    { name: 'integrations', as: ['admin'], open: (page) => listed(page) },
    {
      name: 'integrations-none',
      as: ['admin'],
      open: async (page) => {
        await mockResponse(page, tokenCalls, []);
        await mockResponse(page, calls, { webhooks: [], oldest: null });
        await openPage(page, '/integrations', 'No service tokens yet');
        await waitForText(page, 'No webhooks yet');
      },
    },
    {
      name: 'integrations-loading',
      as: ['admin'],
      staysLoading: true,
      open: async (page) => {
        await stallRequests(page, tokenCalls);
        await stallRequests(page, calls);
        await openPage(page, '/integrations', 'Webhooks');
      },
    },
    {
      name: 'integrations-failed',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await mockError(page, tokenCalls);
        await mockError(page, calls);
        await openPage(page, '/integrations', 'The service tokens could not be loaded');
        await waitForText(page, 'The webhooks could not be loaded');
      },
    },
    {
      name: 'integrations-create',
      as: ['admin'],
      open: async (page) => {
        await (await creating(page)).getByLabel('Role').selectOption('admin');
      },
    },
    {
      name: 'integrations-created',
      as: ['admin'],
      open: async (page) => {
        const shown = await creating(page);
        await mockChange(page, tokenCalls, { ...services[0], token: `lf_svc_${tokenSecret}` });
        await shown.getByRole('textbox', { name: 'Name' }).fill('Warehouse mirror');
        await shown.getByLabel(/^leads:read/).check();
        await shown.getByRole('button', { name: 'Create token' }).click();
        await waitForText(page, 'Copy it now: it is never shown again.');
      },
    },
    {
      name: 'integrations-revoke',
      as: ['admin'],
      open: async (page) => {
        await listed(page);
        await clickButton(page, /^Revoke the token Web form/);
        await dialog(page, 'Revoke token').waitFor();
      },
    },
    { name: 'integrations-webhook', as: ['admin'], open: (page) => opened(page) },
    {
      name: 'integrations-webhook-off',
      as: ['admin'],
      open: (page) => opened(page, /pulaski/, 'Switched off after three days of failures.'),
    },
    {
      name: 'integrations-webhook-delivery',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await clickButton(page, /^Details of lead\.status_changed/);
        await waitForText(page, 'upstream connect error or disconnect before headers');
      },
    },
    {
      name: 'integrations-webhook-tested',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await mockResponse(page, '**/api/webhooks/1/test', deliveries[1]);
        await clickButton(page, 'Send test');
        await waitForText(page, /^Test sent at/);
      },
    },
    {
      name: 'integrations-webhook-add',
      as: ['admin'],
      open: async (page) => {
        await listed(page);
        await clickButton(page, 'Add webhook');
        await dialog(page, 'Add webhook').getByLabel('All changes').click();
      },
    },
    {
      name: 'integrations-webhook-refused',
      as: ['admin'],
      expectsErrors: true,
      open: async (page) => {
        await listed(page);
        await clickButton(page, 'Add webhook');
        const message = 'Must be https with a name and without a port, or an address that the operator allows';
        const refusal = { ...internalError, code: 'validation_failed', message, issues: [{ path: 'url', message }] };
        await mockError(page, calls, refusal, 400);
        const shown = dialog(page, 'Add webhook');
        await shown.getByLabel('Address').fill('https://10.0.0.7/leads');
        await shown.getByRole('button', { name: 'Add', exact: true }).click();
        await waitForText(page, message);
      },
    },
    {
      name: 'integrations-webhook-edit',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await clickButton(page, 'Edit');
        await dialog(page, 'Edit webhook').waitFor();
      },
    },
    {
      name: 'integrations-webhook-replay',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await clickButton(page, 'Replay from…');
        const shown = dialog(page, 'Replay changes');
        await shown.getByRole('button', { name: 'Replay', exact: true }).click();
        await shown.getByText('Please choose a date and time in the past').waitFor();
      },
    },
    {
      name: 'integrations-webhook-secret',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await mockResponse(page, '**/api/webhooks/1/secret', { webhook: webhooks[0], secret });
        await clickButton(page, 'New secret');
        await dialog(page, 'New secret').getByRole('button', { name: 'Make a new secret' }).click();
        await dialog(page, 'Secret of the webhook').waitFor();
      },
    },
    {
      name: 'integrations-webhook-remove',
      as: ['admin'],
      open: async (page) => {
        await opened(page);
        await clickButton(page, 'Remove');
        await dialog(page, 'Remove webhook').waitFor();
      },
    },
  ],
};
