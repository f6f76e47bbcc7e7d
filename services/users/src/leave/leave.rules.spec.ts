import { absence, daysBetween } from './leave.rules.js';

it('A leave has its first and its last day, also over a change of the clocks', () => {
  expect(daysBetween({ from: '2026-10-31', to: '2026-11-02' })).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
  expect(daysBetween({ from: '2028-02-29', to: '2028-02-29' })).toEqual(['2028-02-29']);
});

it.each([
  ['none', []],
  ['none', [{ from: '2026-03-01', to: '2026-03-03' }]],
  ['partly', [{ from: '2026-03-01', to: '2026-03-04' }]],
  ['partly', [{ from: '2026-03-05', to: '2026-03-09' }]],
  ['wholly', [{ from: '2026-03-04', to: '2026-03-06' }]],
  [
    'wholly',
    [
      { from: '2026-03-01', to: '2026-03-04' },
      { from: '2026-03-05', to: '2026-03-31' },
    ],
  ],
])('A stand-in is away %s', (expected, leaves) => {
  expect(absence({ from: '2026-03-04', to: '2026-03-06' }, leaves)).toBe(expected);
});
