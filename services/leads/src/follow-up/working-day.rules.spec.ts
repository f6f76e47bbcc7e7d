import { lateness, momentOf, repeated, sameClock, snoozed, workingDay } from './working-day.rules.js';

describe('the working day', () => {
  it.each([
    ['2026-03-02T03:30:00Z', 'UTC', '2026-03-02', '2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
    ['2026-03-02T03:30:00Z', 'America/Chicago', '2026-03-01', '2026-03-01T06:00:00.000Z', '2026-03-02T06:00:00.000Z'],
    ['2026-03-08T12:00:00Z', 'America/Chicago', '2026-03-08', '2026-03-08T06:00:00.000Z', '2026-03-09T05:00:00.000Z'],
  ])('of %s in %s is %s, from %s to %s', (at, zone, today, start, end) => {
    expect(workingDay(new Date(at), zone)).toEqual({ today, start: new Date(start), end: new Date(end) });
  });

  it.each([
    ['2026-03-02', undefined, 'UTC', '2026-03-02T09:00:00.000Z'],
    ['2026-03-09', undefined, 'America/Chicago', '2026-03-09T14:00:00.000Z'],
    ['2026-03-09', '15:45', 'America/Chicago', '2026-03-09T20:45:00.000Z'],
  ])('has %s at %p in %s at %s', (day, time, zone, at) => {
    expect(momentOf(day, zone, time).toISOString()).toBe(at);
  });

  it.each([
    ['hour', '2026-03-07T17:30:00.000Z'],
    ['tomorrow', '2026-03-08T19:15:00.000Z'],
    ['week', '2026-03-14T19:15:00.000Z'],
  ] as const)('snoozes a plan for 2:15 PM by %s to %s, also over a change of the clock', (by, at) => {
    const [plan, now] = [new Date('2026-03-05T20:15:00Z'), new Date('2026-03-07T16:30:00Z')];
    expect(snoozed(by, plan, now, 'America/Chicago').toISOString()).toBe(at);
  });

  it.each([
    [7, '2026-03-05T21:00:00Z', '2026-03-12T19:15:00.000Z'],
    [7, '2026-03-01T00:00:00Z', '2026-03-12T19:15:00.000Z'],
    [2, '2026-03-09T20:15:00Z', '2026-03-11T19:15:00.000Z'],
    [1, '2026-03-10T19:15:00Z', '2026-03-11T19:15:00.000Z'],
  ])('repeats a plan every %i days, completed %s, at %s', (days, now, at) => {
    expect(repeated(new Date('2026-03-05T20:15:00Z'), days, new Date(now), 'America/Chicago').toISOString()).toBe(at);
  });

  it.each([
    ['2026-03-08T04:59:00Z', '2026-03-09T12:00:00Z', 'America/New_York', '2026-03-07', 2],
    ['2026-03-09T03:59:00Z', '2026-03-09T12:00:00Z', 'America/New_York', '2026-03-08', 1],
    ['2026-04-04T12:00:00Z', '2026-04-05T13:40:00Z', 'Australia/Lord_Howe', '2026-04-04', 2],
    ['2026-03-02T09:30:00Z', '2026-03-02T10:30:00Z', 'Pacific/Kiritimati', '2026-03-02', 1],
    ['2026-03-02T09:30:00Z', '2026-03-02T10:30:00Z', 'Pacific/Pago_Pago', '2026-03-01', 0],
    ['2026-03-03T09:30:00Z', '2026-03-02T10:30:00Z', 'UTC', '2026-03-03', 0],
  ])('of a plan for %s is at %s in %s %s, %i days late', (plan, now, zone, day, daysLate) => {
    expect(lateness(new Date(plan), new Date(now), zone)).toEqual({ day, daysLate });
  });

  it.each([
    ['2026-03-02T06:00:00Z', 'America/Chicago', 'Pacific/Kiritimati', '2026-03-01T10:00:00.000Z'],
    ['2026-03-02T06:00:00Z', 'America/Chicago', 'America/Chicago', '2026-03-02T06:00:00.000Z'],
    ['2026-03-29T00:00:00Z', 'UTC', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29T18:30:00Z', 'Asia/Kolkata', 'America/New_York', '2026-03-30T04:00:00.000Z'],
  ])('%s in %s is on the clock of %s %s', (at, zone, other, moment) => {
    expect(sameClock(new Date(at), zone, other).toISOString()).toBe(moment);
  });
});
