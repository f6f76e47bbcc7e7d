import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { defineRequest } from '../message.js';
import { dateTime, done, id, moment, nothing, text } from '../wire.js';
import { changeType } from './changes.js';

export const maxWebhooks = 20;

const receiver = 'Must be the https address of a server, without a user and a password';
const isReceiver = (value: string) => {
  const { protocol, username, password, hash } = URL.canParse(value) ? new URL(value) : new URL('about:blank');
  return /^https?:$/.test(protocol) && !username && !password && !hash;
};
const url = text(1_000).trim().refine(isReceiver, receiver);
/** None means all. */
const types = z
  .array(changeType)
  .max(changeType.options.length)
  .overwrite((chosen) => [...new Set(chosen)]);

export const webhook = z.object({
  id: z.int(),
  url: z.string(),
  types,
  ownerId: z.int(),
  owner: z.string(),
  active: z.boolean(),
  offReason: z.enum(['user', 'failures', 'gone', 'owner']).nullable(),
  failingSince: moment.nullable(),
  nextAttemptAt: moment.nullable(),
  deliveredAt: moment.nullable(),
  waiting: z.int(),
  oldSecretUntil: moment.nullable(),
  createdAt: moment,
});
export type Webhook = z.infer<typeof webhook>;
const withSecret = z.object({ webhook, secret: z.string() });

export const listWebhooks = defineRequest('leads.list-webhooks', {
  access: adminsOnly,
  input: nothing,
  output: z.object({ webhooks: z.array(webhook), oldest: moment.nullable() }),
});
/** Rejects with 400 an address inside the networks of the deployment, and more than 20 webhooks with 409. */
export const createWebhook = defineRequest('leads.create-webhook', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ url, types: types.default([]) }),
  output: withSecret,
});
/** `active` `true` also ends the pause of a failing one. */
export const updateWebhook = defineRequest('leads.update-webhook', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({
    id,
    url: url.optional(),
    types: types.optional(),
    active: z.boolean('Must be true or false').optional(),
  }),
  output: webhook,
});
export const removeWebhook = defineRequest('leads.remove-webhook', {
  access: adminsOnly,
  input: z.object({ id }),
  output: done,
});
export const rotateWebhookSecret = defineRequest('leads.rotate-webhook-secret', {
  access: adminsOnly,
  sessionOnly: true,
  input: z.object({ id }),
  output: withSecret,
});
export const replayWebhook = defineRequest('leads.replay-webhook', {
  access: adminsOnly,
  input: z.object({ id, from: dateTime }),
  output: webhook,
});

export const webhookDelivery = z.object({
  id: z.int(),
  type: z.string(),
  messageId: z.string(),
  attempt: z.int(),
  sentAt: moment,
  durationMs: z.int(),
  status: z.int().nullable(),
  problem: z.string().nullable(),
  response: z.string(),
  request: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const testWebhook = defineRequest('leads.test-webhook', {
  access: adminsOnly,
  input: z.object({ id }),
  output: webhookDelivery,
  deadlineMs: 20_000,
});
export const listWebhookDeliveries = defineRequest('leads.list-webhook-deliveries', {
  access: adminsOnly,
  input: z.object({ id, before: id.optional() }),
  output: z.object({ deliveries: z.array(webhookDelivery), next: z.int().nullable() }),
});
