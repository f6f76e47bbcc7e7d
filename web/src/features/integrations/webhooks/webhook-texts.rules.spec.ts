import { changeTypes } from '@lead-finder/contracts';
import { failing, webhook } from './webhook.fixture';
import { answerText, isDelivered, problemOf, stateOf, tookText, typesText } from './webhook-texts.rules';

const now = Date.parse('2026-11-18T15:12:00.000Z');

describe('a webhook says', () => {
  it('which changes it sends', () => {
    expect(typesText([])).toBe('All changes');
    expect(typesText(['lead.deleted', 'lead.created'])).toBe('Lead created, Lead deleted');
    expect(typesText(changeTypes).split(', ')).toEqual([
      'Lead created',
      'Lead assigned from a pool',
      'Lead reassigned',
      'Status changed',
      'Lead archived',
      'Lead restored',
      'Lead changed otherwise',
      'Lead deleted',
      'Activity added',
      'Import finished',
      'User created',
      'User changed',
      'User deactivated',
      'User deleted',
    ]);
  });

  it.each([
    [webhook, { label: 'Working', side: 'ok' }],
    [failing, { label: 'Failing for 2 days', side: 'gone' }],
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
    [
      { ...webhook, active: false, offReason: 'owner' as const },
      { label: 'Off: its owner is no administrator any more', side: 'gone' },
    ],
  ])('how it is: %#', (each, state) => expect(stateOf(each, now)).toEqual(state));

  it.each([
    [0, 'Failing for 1 minute'],
    [59 * 60_000, 'Failing for 59 minutes'],
    [60 * 60_000, 'Failing for 1 hour'],
    [47 * 3_600_000, 'Failing for 47 hours'],
    [48 * 3_600_000, 'Failing for 2 days'],
  ])('how long it fails: %s ms', (ms, label) =>
    expect(stateOf(failing, Date.parse(failing.failingSince!) + ms).label).toBe(label),
  );

  it('what waits while it fails, and when it is switched off', () => {
    expect(problemOf(webhook)).toBeNull();
    const { fact, text } = problemOf({ ...failing, nextAttemptAt: '2026-11-18T16:00:00.000Z' })!;
    expect(fact).toMatch(/^No delivery since Nov 16, 2026, .+\.$/);
    expect(text).toMatch(
      /^412 changes wait, in order\. The next attempt is at Nov 18, 2026, .+\. If it still fails on Nov 19, 2026, .+, it is switched off and Ada Admin gets a notification\./,
    );
    expect(problemOf({ ...failing, waiting: 1 })?.text).toMatch(/^1 change waits, in order\. If/);
  });

  it.each([
    ['failures', 'Switched off after three days of failures.', /^412 changes wait, in order\. Switch it on when/],
    ['gone', 'The receiver answered 410, it wants nothing more.', /^Remove the webhook, or switch it on/],
    [
      'owner',
      'Ada Admin is no administrator any more.',
      /^412 changes wait, in order\. If you switch it on, it is yours/,
    ],
  ] as const)('why it is off and how to go on: %s', (offReason, fact, text) =>
    expect(problemOf({ ...failing, active: false, offReason })).toEqual({
      fact,
      text: expect.stringMatching(text) as string,
    }),
  );

  it('nothing of a webhook that an administrator switched off', () => {
    expect(problemOf({ ...failing, active: false, offReason: 'user' })).toBeNull();
  });

  it('what was answered, and after how long', () => {
    expect([212, 999, 1_000, 15_000].map(tookText)).toEqual(['212 ms', '999 ms', '1.0 s', '15.0 s']);
    expect(answerText({ status: 503, problem: null })).toBe('503');
    expect(answerText({ status: null, problem: null })).toBe('No answer');
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
