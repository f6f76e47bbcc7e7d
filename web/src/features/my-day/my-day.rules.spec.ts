import type { DueFollowUp } from './api';
import { dayName, isLate, lateText, summaryOf, whenOf } from './my-day.rules';

const due = (part: Partial<DueFollowUp>) =>
  ({ day: '2026-11-18', daysLate: 0, activity: { scheduledAt: '2026-11-18T16:30:00.000Z' }, ...part }) as DueFollowUp;

describe('My day', () => {
  it('names its day', () => expect(dayName('2026-11-18')).toBe('Wednesday, November 18'));

  it.each([
    [{ overdue: 3, dueToday: 4, newLeads: 2 }, '3 overdue, 4 due today, 2 new leads'],
    [{ overdue: 0, dueToday: 1, newLeads: 1 }, '0 overdue, 1 due today, 1 new lead'],
    [{ overdue: 0, dueToday: 0, newLeads: 99 }, '0 overdue, 0 due today, 99 new leads'],
    [{ overdue: 0, dueToday: 0, newLeads: 100 }, '0 overdue, 0 due today, 100+ new leads'],
  ])('sums up %j', (counts, text) => expect(summaryOf(counts)).toBe(text));

  it.each([
    [due({}), 'America/Chicago', '10:30 AM'],
    [due({}), 'UTC', '4:30 PM'],
    [due({ day: '2026-11-16', daysLate: 2 }), 'UTC', 'Nov 16'],
  ])('says when %#', (followUp, zone, text) => expect(whenOf(followUp, zone)).toBe(text));

  it('marks a lead that was due on an earlier day', () => {
    expect([due({}), due({ daysLate: 1 })].map(isLate)).toEqual([false, true]);
  });

  it('says how late a lead is', () => expect([1, 2].map(lateText)).toEqual(['1 day late', '2 days late']));
});
