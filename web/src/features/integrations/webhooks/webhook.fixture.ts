import type { Webhook } from '@lead-finder/contracts';

export const webhook: Webhook = {
  id: 3,
  url: 'https://hooks.example/in',
  types: ['lead.created', 'lead.status_changed'],
  ownerId: 1,
  owner: 'Ada Admin',
  active: true,
  offReason: null,
  failingSince: null,
  nextAttemptAt: null,
  deliveredAt: null,
  waiting: 0,
  oldSecretUntil: null,
  createdAt: '2026-11-01T09:00:00.000Z',
};
export const failing: Webhook = { ...webhook, failingSince: '2026-11-16T15:12:00.000Z', waiting: 412 };
