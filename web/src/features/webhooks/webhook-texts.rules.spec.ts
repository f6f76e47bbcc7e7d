import type { Webhook } from '@lead-finder/contracts';
import { answerText, failureText, isDelivered, stateOf, typesText } from './webhook-texts.rules';

const webhook: Webhook = {
  id: 1,
  url: 'https://hooks.example/in',
  types: [],
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
const failing = { ...webhook, failingSince: '2026-11-16T15:12:00.000Z', waiting: 412 };
const now = Date.parse('2026-11-18T15:12:00.000Z');

describe('a webhook says', () => {
  it('which changes it sends', () => {
    expect(typesText([])).toBe('All changes');
    expect(typesText(['lead.deleted', 'lead.created'])).toBe('Lead created, Lead deleted');
  });

  it.each([
    [webhook, { label: 'Working', side: 'ok' }],
    [failing, { label: 'Failing since 2 days ago', side: 'gone' }],
    [
      { ...webhook, active: false, offReason: 'user' as const },
      { label: 'Off', side: '' },
    ],
    [
      { ...failing, active: false, offReason: 'failures' as const },
      { label: 'Off after three days of failures', side: 'gone' },
    ],
    [
      { ...webhook, active: false, offReason: 'gone' as const },
      { label: 'Off: the receiver wants nothing more', side: 'gone' },
    ],
  ])('how it is: %#', (each, state) => expect(stateOf(each, now)).toEqual(state));

  it('what waits while it fails, and when it is switched off', () => {
    expect(failureText(webhook)).toBeNull();
    expect(failureText({ ...failing, nextAttemptAt: '2026-11-18T16:00:00.000Z' })).toMatch(
      /^412 changes wait, in order\. The next attempt is at Nov 18, 2026, .+\. If it still fails on Nov 19, 2026, .+, it is switched off and Ada Admin gets a notification\.$/,
    );
    expect(failureText({ ...failing, waiting: 1 })).toMatch(/^1 change waits, in order\. If/);
  });

  it('what was answered', () => {
    expect(answerText({ status: 503, problem: null })).toBe('503');
    expect(answerText({ status: null, problem: 'No response within 15 s' })).toBe('No response within 15 s');
    expect([199, 200, 299, 300, null].map((status) => isDelivered({ status }))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});
