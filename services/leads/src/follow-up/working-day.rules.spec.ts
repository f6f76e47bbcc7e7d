import { momentOf, repeated, snoozed, workingDay } from './working-day.rules.js';

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
});
