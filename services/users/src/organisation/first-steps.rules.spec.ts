import { stepsOf } from './first-steps.rules.js';

const nothing = { ended: [], isNamed: false, hasPeople: false };
const namesOf = (...asked: Parameters<typeof stepsOf>) =>
  stepsOf(...asked).map(({ step, isDone }) => `${step}${isDone ? ' done' : ''}`);

describe('The first steps', () => {
  it('are four for an administrator, and three of their own for managers and other users', () => {
    expect(namesOf('admin', nothing)).toEqual(['organisation', 'people', 'find', 'assign']);
    expect(namesOf('manager', nothing)).toEqual(['team', 'day', 'lead']);
    expect(namesOf('user', nothing)).toEqual(['lead', 'day', 'queue']);
  });

  it('are done by what the user ended, by a name of the organisation, and by a second account', () => {
    expect(namesOf('admin', { ...nothing, ended: ['find'] })).toEqual([
      'organisation',
      'people',
      'find done',
      'assign',
    ]);
    expect(namesOf('admin', { ...nothing, isNamed: true })[0]).toBe('organisation done');
    expect(namesOf('admin', { ...nothing, hasPeople: true })[1]).toBe('people done');
  });

  it('are none once all are done', () => {
    expect(stepsOf('admin', { ended: ['find', 'assign'], isNamed: true, hasPeople: true })).toEqual([]);
    expect(stepsOf('user', { ...nothing, ended: ['lead', 'day', 'queue'] })).toEqual([]);
  });
});
