import { morningOf, workingDay } from './working-day.rules.js';

describe('the working day', () => {
  it.each([
    ['2026-03-02T03:30:00Z', 'UTC', '2026-03-02', '2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'],
    ['2026-03-02T03:30:00Z', 'America/Chicago', '2026-03-01', '2026-03-01T06:00:00.000Z', '2026-03-02T06:00:00.000Z'],
    ['2026-03-08T12:00:00Z', 'America/Chicago', '2026-03-08', '2026-03-08T06:00:00.000Z', '2026-03-09T05:00:00.000Z'],
  ])('of %s in %s is %s, from %s to %s', (at, zone, today, start, end) => {
    expect(workingDay(new Date(at), zone)).toEqual({ today, start: new Date(start), end: new Date(end) });
  });

  it.each([
    ['2026-03-02', 'UTC', '2026-03-02T09:00:00.000Z'],
    ['2026-03-09', 'America/Chicago', '2026-03-09T14:00:00.000Z'],
  ])('has its morning of %s in %s at %s', (day, zone, at) => {
    expect(morningOf(day, zone).toISOString()).toBe(at);
  });
});
