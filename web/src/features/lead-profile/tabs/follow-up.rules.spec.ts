import { followUpOf } from './follow-up.rules';

/** Late on March 1 in Chicago, and already March 2 in London. */
const now = new Date('2026-03-02T03:00:00Z');
const inChicago = (scheduledAt: string | null, completedAt: string | null = null) =>
  followUpOf({ scheduledAt, completedAt }, 'America/Chicago', now);

describe('A follow-up', () => {
  it.each([
    ['2026-03-01T15:00:00Z', 'warn', 'Follow-up due today'],
    ['2026-03-02T05:59:00Z', 'warn', 'Follow-up due today at 11:59 PM'],
    ['2026-03-02T06:00:00Z', 'accent', 'Follow-up on Mar 2, 2026 at 12:00 AM'],
    ['2026-03-01T05:59:00Z', 'bad', 'Follow-up was due Feb 28, 2026 at 11:59 PM'],
  ])("at %s uses the calendar of TIME_ZONE, not the browser's", (scheduledAt, tone, text) => {
    expect(inChicago(scheduledAt)).toEqual({ tone, text });
  });

  it.each([
    [1, 'Follow-up due today, every day'],
    [14, 'Follow-up due today, every 14 days'],
  ])('that repeats after %i days says so', (repeatDays, text) => {
    const plan = { scheduledAt: '2026-03-01T15:00:00Z', completedAt: null, repeatDays };
    expect(followUpOf(plan, 'America/Chicago', now)?.text).toBe(text);
  });

  it('that was done says when', () => {
    const done = inChicago('2026-02-20T15:00:00Z', '2026-03-02T04:00:00Z');
    expect(done).toEqual({ tone: 'good', text: 'Follow-up done Mar 1, 2026' });
  });

  it('that is not planned has no text', () => expect(inChicago(null)).toBeNull());
});
