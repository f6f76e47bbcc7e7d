import { isStale, lastDue } from './schedule.rules.js';

const chicago = 'America/Chicago';
const auckland = 'Pacific/Auckland';

describe('the last Monday brief, at 8:00', () => {
  test.each([
    { now: '2026-11-18T12:00:00Z', zone: 'UTC', at: '2026-11-16T08:00:00Z', day: '2026-11-16' },
    { now: '2026-11-23T07:59:59Z', zone: 'UTC', at: '2026-11-16T08:00:00Z', day: '2026-11-16' },
    { now: '2026-11-23T08:00:00Z', zone: 'UTC', at: '2026-11-23T08:00:00Z', day: '2026-11-23' },
    { now: '2026-11-23T12:00:00Z', zone: chicago, at: '2026-11-16T14:00:00Z', day: '2026-11-16' },
    { now: '2026-11-22T19:00:00Z', zone: auckland, at: '2026-11-22T19:00:00Z', day: '2026-11-23' },
    // The clocks go forward on March 8 and back on November 1; the hour stays 8:00.
    { now: '2026-03-10T12:00:00Z', zone: chicago, at: '2026-03-09T13:00:00Z', day: '2026-03-09' },
    { now: '2026-11-03T12:00:00Z', zone: chicago, at: '2026-11-02T14:00:00Z', day: '2026-11-02' },
    { now: '2027-01-04T08:00:00Z', zone: 'UTC', at: '2027-01-04T08:00:00Z', day: '2027-01-04' },
  ])('at $now in $zone was due at $at', ({ now, zone, at, day }) => {
    expect(lastDue('monday_brief', new Date(now), zone)).toEqual({ day, at: new Date(at) });
  });
});

describe('the last daily summary, at 7:00', () => {
  test.each([
    { now: '2026-11-18T06:59:59Z', zone: 'UTC', at: '2026-11-17T07:00:00Z', day: '2026-11-17' },
    { now: '2026-11-18T07:00:00Z', zone: 'UTC', at: '2026-11-18T07:00:00Z', day: '2026-11-18' },
    { now: '2027-01-01T06:00:00Z', zone: 'UTC', at: '2026-12-31T07:00:00Z', day: '2026-12-31' },
    { now: '2026-03-08T12:00:00Z', zone: chicago, at: '2026-03-08T12:00:00Z', day: '2026-03-08' },
    { now: '2026-11-18T01:30:00Z', zone: 'Asia/Kolkata', at: '2026-11-18T01:30:00Z', day: '2026-11-18' },
  ])('at $now in $zone was due at $at', ({ now, zone, at, day }) => {
    expect(lastDue('daily_summary', new Date(now), zone)).toEqual({ day, at: new Date(at) });
  });
});

it('a summary is stale half a day after its time, a brief three days after', () => {
  const due = new Date('2026-11-23T08:00:00Z');
  expect(isStale('daily_summary', due, new Date('2026-11-23T20:00:00Z'))).toBe(false);
  expect(isStale('daily_summary', due, new Date('2026-11-23T20:00:01Z'))).toBe(true);
  expect(isStale('monday_brief', due, new Date('2026-11-26T08:00:00Z'))).toBe(false);
  expect(isStale('monday_brief', due, new Date('2026-11-26T08:00:01Z'))).toBe(true);
});
