import type { AreaSearch } from '@lead-finder/contracts';
import { areaOf, callsIn, costText, progressText } from './area.rules';

const search = { status: 'running', percentDone: 45, found: 1_212, calls: 30, budget: 60 } as AreaSearch;

describe('A search of a whole area', () => {
  it.each([
    ['60', 60],
    ['1', 1],
    ['5000', 5_000],
    ['5001', undefined],
    ['0', undefined],
    ['2.5', undefined],
    ['', undefined],
    [' ', undefined],
    ['many', undefined],
  ])('typed as %j has %p calls', (typed, calls) => expect(callsIn(typed)).toBe(calls));

  it('shows its progress', () => {
    expect(progressText(search)).toBe('Searching · 45% of the area · 1,212 found · 30 of 60 calls');
    expect(progressText({ ...search, status: 'completed' })).toBe('Complete · 1,212 found · 30 of 60 calls');
    expect(progressText({ ...search, status: 'spent' })).toMatch(/^All calls used · 45%/);
  });

  it.each([
    ['running', 'Searching'],
    ['stopping', 'Stopping...'],
    ['stopped', 'Stopped'],
    ['spent', 'All calls used'],
    ['failed', 'Failed'],
    ['completed', 'Complete'],
  ] as const)('that is %s is shown as "%s"', (status, words) => {
    expect(progressText({ ...search, status }).split(' · ')[0]).toBe(words);
  });

  it('shows its maximum cost', () => {
    expect(costText('google', 140)).toBe(
      'A call to Google Places API brings up to 20 businesses, and may be billed. You have 140 calls left today.',
    );
    expect(costText('osm', null)).toBe('A call to OpenStreetMap brings up to 20 businesses, and may be billed.');
    expect(costText('sample', null)).toBe('Sample data costs nothing.');
  });

  it.each([
    [4_828, 'Austin, TX, within 3 miles'],
    [1_609, 'Austin, TX, within 1 mile'],
    [5_000, 'Austin, TX, within 3.1 miles'],
  ])('of %i metres is %j', (radius, text) => expect(areaOf({ location: 'Austin, TX', radius })).toBe(text));
});
