import { stepAt, steps } from './first-steps.rules';

it('each step says what to do, and leads to where it is done', () => {
  expect(Object.entries(steps).map(([step, { words, to }]) => [step, words, to])).toEqual([
    ['organisation', 'Name your organisation', '/organisation'],
    ['people', 'Invite your colleagues', '/users'],
    ['find', 'Find or import businesses', '/search'],
    ['assign', 'Assign the first business', '/search'],
    ['team', 'See how the team does', '/progress'],
    ['lead', 'Open your first lead', '/crm'],
    ['day', 'See what is due today', '/my-day'],
    ['queue', 'Go through your leads one by one', '/next-lead?from=list'],
  ]);
});

it.each([
  ['/progress', 'team'],
  ['/business/12', 'lead'],
  ['/business/uuid/x', 'lead'],
  ['/my-day', 'day'],
  ['/next-lead', 'queue'],
  ['/businesses', undefined],
  ['/', undefined],
])('a visit of %s ends %s', (path, step) => expect(stepAt(path)).toBe(step));
