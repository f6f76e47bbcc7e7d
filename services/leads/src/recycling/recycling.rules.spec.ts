import {
  calendarOf,
  dayNumber,
  dayText,
  forecastOf,
  morningState,
  nightState,
  playPast,
  type LeadFacts,
  type LeadPast,
  type LeadState,
} from './recycling.rules.js';

const terms = { untouchedDays: 10, remindDays: 3 };
const from = dayNumber('2026-01-01');
const calendar = calendarOf({ workingDays: [1, 2, 3, 4, 5], daysOff: ['2026-03-12'] }, from, from + 365);
const on = dayNumber;
const at = (day: string) => on(day) * 86_400_000;
const followUp = (day: string) => ({ at: at(day) + 1, day: on(day) });
const untouchedSince = (day: string, ...followUps: string[]): LeadFacts => ({
  since: at(day),
  sinceDay: on(day),
  followUps: followUps.map(followUp),
});
const morning = (facts: LeadFacts, state: LeadState | null, day: string) =>
  morningState(facts, state, terms, on(day), calendar);
/** Runs each working morning of a period. */
function mornings(facts: LeadFacts, state: LeadState | null, first: string, last: string) {
  for (let day = on(first); day <= on(last); day++)
    if (calendar.worksOn(day)) state = morningState(facts, state, terms, day, calendar);
  return state!;
}

describe('the calendar of an owner', () => {
  it('knows weekdays and days off, and counts the working days after a day', () => {
    expect(
      ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09', '2026-03-12'].map((day) => calendar.worksOn(on(day))),
    ).toEqual([true, false, false, true, false]);
    expect(calendar.between(on('2026-03-06'), on('2026-03-13'))).toBe(4);
    expect(calendar.between(on('2026-03-13'), on('2026-03-13'))).toBe(0);
    expect(calendar.between(on('2026-03-14'), on('2026-03-13'))).toBe(0);
    expect(calendar.between(on('2025-06-01'), on('2026-01-02'))).toBe(2);
    expect(dayText(on('2026-03-12'))).toBe('2026-03-12');
  });

  it('ends with its last day', () => {
    const week = calendarOf({ workingDays: [1, 2, 3, 4, 5] }, on('2026-03-02'), on('2026-03-06'));
    expect(week.between(on('2026-03-05'), on('2026-03-06'))).toBe(1);
    expect(week.between(on('2026-03-05'), on('2026-03-20'))).toBe(1);
  });
});

describe('a lead that its owner does not touch', () => {
  const lead = untouchedSince('2026-03-02');

  it('waits, is reminded once, and is announced when its days have passed', () => {
    expect(morning(lead, null, '2026-03-10')).toMatchObject({ remindedOn: null, movesOn: null });
    const reminded = morning(lead, null, '2026-03-11');
    expect(reminded).toMatchObject({ remindedOn: on('2026-03-11'), movesOn: null });
    expect(morning(lead, reminded, '2026-03-11')).toEqual(reminded);
    expect(morning(lead, reminded, '2026-03-16')).toEqual(reminded);
    const announced = morning(lead, reminded, '2026-03-17');
    expect(announced).toEqual({ ...reminded, movesOn: on('2026-03-17') });
    expect(morning(lead, announced, '2026-03-17')).toEqual(announced);
    expect(nightState(lead, { ...announced, movesOn: on('2026-03-17') }, terms, calendar)).toBe('moves');
  });

  it('is reminded first if it was untouched for longer when the rule began', () => {
    const old = untouchedSince('2026-01-05');
    const reminded = morning(old, null, '2026-03-02');
    expect(reminded).toMatchObject({ remindedOn: on('2026-03-02'), movesOn: null });
    expect(morning(old, reminded, '2026-03-04').movesOn).toBeNull();
    expect(morning(old, reminded, '2026-03-05').movesOn).toBe(on('2026-03-05'));
  });

  it.each([
    ['a touch', untouchedSince('2026-03-17'), terms, calendar],
    ['a looser rule', lead, { untouchedDays: 11, remindDays: 3 }, calendar],
    ['a follow-up of that day', untouchedSince('2026-03-02', '2026-03-17'), terms, calendar],
    [
      'leave on that day',
      lead,
      terms,
      calendarOf({ workingDays: [1, 2, 3, 4, 5], daysOff: ['2026-03-12', '2026-03-17'] }, from, from + 365),
    ],
  ])('does not move after %s before the night', (_, facts, rule, days) => {
    const announced = mornings(lead, null, '2026-03-02', '2026-03-17');
    const state = nightState(facts, { ...announced, movesOn: on('2026-03-17') }, rule, days);
    expect(state).toMatchObject({ movesOn: null });
  });

  it('does not move in the night after a day off, even if it was due before', () => {
    const due = { ...mornings(lead, null, '2026-03-02', '2026-03-17'), movesOn: on('2026-03-20') };
    const away = calendarOf({ workingDays: [1, 2, 3, 4, 5], daysOff: ['2026-03-20'] }, from, from + 365);
    expect(nightState(lead, due, terms, away)).toEqual({ ...due, movesOn: null });
    expect(nightState(lead, due, terms, calendar)).toBe('moves');
  });

  it('begins again after a touch', () => {
    const reminded = mornings(lead, null, '2026-03-02', '2026-03-16');
    const touched = untouchedSince('2026-03-16');
    expect(morning(touched, { ...reminded, protections: 2 }, '2026-03-17')).toEqual({
      since: touched.since,
      protections: 0,
      protectedUntil: null,
      remindedOn: null,
      movesOn: null,
    });
  });
});

describe('a follow-up', () => {
  it('protects through its day, and afterwards a reminder comes first again', () => {
    const lead = untouchedSince('2026-03-02', '2026-04-06');
    const waiting = mornings(lead, null, '2026-03-02', '2026-04-06');
    expect(waiting).toMatchObject({ protections: 1, remindedOn: null, movesOn: null });
    const reminded = morning(lead, waiting, '2026-04-07');
    expect(reminded.remindedOn).toBe(on('2026-04-07'));
    expect(mornings(lead, reminded, '2026-04-08', '2026-04-10').movesOn).toBe(on('2026-04-10'));
  });

  it('protects within 30 days, and not after 31', () => {
    expect(morning(untouchedSince('2026-03-02', '2026-04-10'), null, '2026-03-11').protections).toBe(1);
    expect(morning(untouchedSince('2026-03-02', '2026-04-11'), null, '2026-03-11')).toMatchObject({
      protections: 0,
      remindedOn: on('2026-03-11'),
    });
    expect(morning(untouchedSince('2026-03-02', '2026-03-10'), null, '2026-03-11').protections).toBe(0);
  });

  it('protects twice in a row, also if the same one is moved', () => {
    const first = morning(untouchedSince('2026-03-02', '2026-03-12'), null, '2026-03-11');
    const second = morning(untouchedSince('2026-03-02', '2026-03-25'), first, '2026-03-13');
    expect(second).toMatchObject({ protections: 2, remindedOn: null });
    const third = untouchedSince('2026-03-02', '2026-04-08');
    expect(morning(third, second, '2026-03-16')).toMatchObject({ protections: 2, remindedOn: on('2026-03-16') });
    expect(morning(untouchedSince('2026-03-13', '2026-04-08'), second, '2026-03-24').protections).toBe(1);
  });

  it('that was completed without a touch protects no longer', () => {
    const waiting = morning(untouchedSince('2026-03-02', '2026-03-25'), null, '2026-03-11');
    expect(morning(untouchedSince('2026-03-02'), waiting, '2026-03-13').remindedOn).toBe(on('2026-03-13'));
  });

  it('planned after a reminder takes the reminder back', () => {
    const reminded = morning(untouchedSince('2026-03-02'), null, '2026-03-11');
    expect(morning(untouchedSince('2026-03-02', '2026-03-20'), reminded, '2026-03-13')).toMatchObject({
      remindedOn: null,
      protections: 1,
    });
  });
});

describe('the forecast', () => {
  const forecast = (facts: LeadFacts, state: LeadState | null, today: string) =>
    forecastOf(facts, state, terms, on(today), calendar);

  it('says the day of the move and the working days until then', () => {
    const lead = untouchedSince('2026-03-02');
    expect(forecast(lead, null, '2026-03-03')).toEqual({
      movesOn: '2026-03-17',
      workingDays: 9,
      reminded: false,
      tonight: false,
      protectedUntil: null,
    });
    const reminded = mornings(lead, null, '2026-03-02', '2026-03-16');
    expect(forecast(lead, reminded, '2026-03-16')).toMatchObject({ workingDays: 1, reminded: true, tonight: false });
    const announced = morning(lead, reminded, '2026-03-17');
    expect(forecast(lead, announced, '2026-03-17')).toMatchObject({ workingDays: 0, tonight: true });
    expect(forecast(untouchedSince('2026-03-17'), announced, '2026-03-17')).toMatchObject({
      reminded: false,
      tonight: false,
      workingDays: 10,
    });
  });

  it('knows protections', () => {
    const lead = untouchedSince('2026-03-02', '2026-04-06');
    const waiting = morning(lead, null, '2026-03-11');
    expect(forecast(lead, waiting, '2026-03-13')).toMatchObject({
      movesOn: '2026-04-10',
      protectedUntil: '2026-04-06',
      reminded: false,
    });
    expect(forecast(lead, waiting, '2026-04-06')?.protectedUntil).toBe('2026-04-06');
    const twice = untouchedSince('2026-03-02', '2026-03-13', '2026-03-25');
    expect(forecast(twice, null, '2026-03-11')?.protectedUntil).toBe('2026-03-25');
  });

  it('on a day off reminds on the next working day', () => {
    expect(forecast(untouchedSince('2026-01-05'), null, '2026-03-07')?.movesOn).toBe('2026-03-13');
  });

  it('looks ahead far enough for an owner who works once a week', () => {
    const mondays = calendarOf({ workingDays: [1] }, from, from + 2_000);
    const longest = { untouchedDays: 60, remindDays: 60 };
    const forecasted = forecastOf(untouchedSince('2026-03-02'), null, longest, on('2026-03-02'), mondays);
    expect(forecasted?.workingDays).toBe(60);
  });

  it('has no day if the owner never works', () => {
    const never = calendarOf({ workingDays: [] }, from, from + 365);
    expect(forecastOf(untouchedSince('2026-03-02'), null, terms, on('2026-03-03'), never)).toBeNull();
  });
});

describe('the past', () => {
  const past = (rest: Partial<LeadPast> = {}): LeadPast => ({
    ownedSince: at('2026-03-02'),
    ownedSinceDay: on('2026-03-02'),
    touches: [],
    followUps: [],
    closings: [],
    closedBefore: false,
    ...rest,
  });
  const play = (lead: LeadPast, last = '2026-04-30') => playPast(lead, terms, on('2026-03-01'), on(last), calendar);
  const planned = (plannedOn: string, day: string, doneOn: string | null = null) => ({
    ...followUp(day),
    plannedOn: on(plannedOn),
    doneOn: doneOn === null ? null : on(doneOn),
  });

  it('moves a lead when the rule would have, once', () => {
    expect(play(past())).toEqual({ movedOn: on('2026-03-17'), reminders: 1, protections: 0 });
    expect(play(past(), '2026-03-16')).toEqual({ movedOn: null, reminders: 1, protections: 0 });
    expect(play(past(), '2026-03-10')).toEqual({ movedOn: null, reminders: 0, protections: 0 });
  });

  it('counts touches, also one on the last day', () => {
    for (const touch of ['2026-03-10', '2026-03-17']) {
      const { movedOn } = play(past({ touches: [followUp(touch)] }), '2026-03-18');
      expect(movedOn).toBeNull();
    }
    expect(play(past({ touches: [followUp('2026-02-27')] })).movedOn).toBe(on('2026-03-17'));
    expect(play(past({ touches: [followUp('2026-03-20')] })).movedOn).toBe(on('2026-03-17'));
  });

  it('reminds in the morning, before a touch of that day', () => {
    expect(play(past({ touches: [followUp('2026-03-11')] }), '2026-03-12').reminders).toBe(1);
    expect(play(past({ touches: [followUp('2026-03-10')] }), '2026-03-12').reminders).toBe(0);
  });

  it('begins with the rule, and not with the owner', () => {
    const owned = { ownedSince: at('2026-01-05'), ownedSinceDay: on('2026-01-05') };
    expect(play(past(owned)).movedOn).toBe(on('2026-03-05'));
    expect(play(past(), '2026-03-17').movedOn).toBe(on('2026-03-17'));
  });

  it('knows follow-ups as they were', () => {
    expect(play(past({ followUps: [planned('2026-03-10', '2026-04-06')] }))).toEqual({
      movedOn: on('2026-04-10'),
      reminders: 1,
      protections: 1,
    });
    expect(play(past({ followUps: [planned('2026-03-20', '2026-04-06')] })).movedOn).toBe(on('2026-03-17'));
    expect(play(past({ followUps: [planned('2026-03-03', '2026-04-06', '2026-03-04')] })).protections).toBe(0);
    expect(play(past({ followUps: [planned('2026-03-03', '2026-04-06', '2026-03-11')] })).protections).toBe(1);
    expect(play(past({ followUps: [planned('2026-03-17', '2026-04-06')] }), '2026-03-17').movedOn).toBeNull();
  });

  it('leaves closed leads', () => {
    expect(play(past({ closedBefore: true })).reminders).toBe(0);
    expect(play(past({ closings: [{ day: on('2026-03-05'), closed: true }] })).movedOn).toBeNull();
    const reopened = past({ closedBefore: true, closings: [{ day: on('2026-03-16'), closed: false }] });
    expect(play(reopened).movedOn).toBe(on('2026-03-19'));
  });
});
