import { z } from 'zod';
import { everyRole } from '../actor.js';
import { defineRequest } from '../message.js';
import { done, id, line, moment, nothing, text } from '../wire.js';

const isPushService = (value: string) => {
  const { protocol, hostname, port, username } = URL.canParse(value) ? new URL(value) : new URL('about:blank');
  return protocol === 'https:' && !port && !username && /\.[a-z][a-z0-9-]*$/.test(hostname);
};

export const maxPushDevices = 10;
export const pushDevice = z.object({
  id: z.int(),
  name: z.string(),
  current: z.boolean(),
  createdAt: moment,
  lastPushAt: moment.nullable(),
});
export type PushDevice = z.infer<typeof pushDevice>;

export const listPushDevices = defineRequest('leads.list-push-devices', {
  access: everyRole,
  input: nothing,
  output: z.object({ publicKey: z.string(), devices: z.array(pushDevice) }),
});
export const addPushDevice = defineRequest('leads.add-push-device', {
  access: everyRole,
  sessionOnly: true,
  input: z.object({
    endpoint: text(1_000).refine(isPushService, 'Must be the https address of a push service'),
    keys: z.object({
      p256dh: z.string('Must be a public key').regex(/^B[\w-]{86}=?$/, 'Must be a public key'),
      auth: z.string('Must be a secret of 16 bytes').regex(/^[\w-]{22}(==)?$/, 'Must be a secret of 16 bytes'),
    }),
    name: line(100).min(1, 'Must not be empty'),
  }),
  output: pushDevice,
});
/** Rejects with 404 another user's device. */
export const removePushDevice = defineRequest('leads.remove-push-device', {
  access: everyRole,
  input: z.object({ id }),
  output: done,
});
