import { isStale, nextDue } from './schedule.rules.js';

const chicago = 'America/Chicago';
const auckland = 'Pacific/Auckland';

describe('the next Monday brief, at 8:00', () => {
  test.each([
    { after: '2026-11-18T12:00:00Z', zone: 'UTC', due: '2026-11-23T08:00:00Z' },
    { after: '2026-11-23T07:59:59Z', zone: 'UTC', due: '2026-11-23T08:00:00Z' },
    { after: '2026-11-23T08:00:00Z', zone: 'UTC', due: '2026-11-30T08:00:00Z' },
    { after: '2026-11-23T12:00:00Z', zone: chicago, due: '2026-11-23T14:00:00Z' },
    { after: '2026-11-22T18:00:00Z', zone: auckland, due: '2026-11-22T19:00:00Z' },
    // The clocks go forward on March 8 and back on November 1; the hour stays 8:00.
    { after: '2026-03-07T12:00:00Z', zone: chicago, due: '2026-03-09T13:00:00Z' },
    { after: '2026-10-31T12:00:00Z', zone: chicago, due: '2026-11-02T14:00:00Z' },
    { after: '2026-12-30T12:00:00Z', zone: 'UTC', due: '2027-01-04T08:00:00Z' },
  ])('after $after in $zone is due at $due', ({ after, zone, due }) => {
    expect(nextDue('monday_brief', new Date(after), zone)).toEqual(new Date(due));
  });
});

describe('the next daily summary, at 7:00', () => {
  test.each([
    { after: '2026-11-18T06:59:59Z', zone: 'UTC', due: '2026-11-18T07:00:00Z' },
    { after: '2026-11-18T07:00:00Z', zone: 'UTC', due: '2026-11-19T07:00:00Z' },
    { after: '2026-12-31T23:00:00Z', zone: 'UTC', due: '2027-01-01T07:00:00Z' },
    { after: '2026-03-08T06:00:00Z', zone: chicago, due: '2026-03-08T12:00:00Z' },
  ])('after $after in $zone is due at $due', ({ after, zone, due }) => {
    expect(nextDue('daily_summary', new Date(after), zone)).toEqual(new Date(due));
  });
});

it('a summary is stale half a day after its time, a brief three days after', () => {
  const due = new Date('2026-11-23T08:00:00Z');
  expect(isStale('daily_summary', due, new Date('2026-11-23T20:00:00Z'))).toBe(false);
  expect(isStale('daily_summary', due, new Date('2026-11-23T20:00:01Z'))).toBe(true);
  expect(isStale('monday_brief', due, new Date('2026-11-26T08:00:00Z'))).toBe(false);
  expect(isStale('monday_brief', due, new Date('2026-11-26T08:00:01Z'))).toBe(true);
});
