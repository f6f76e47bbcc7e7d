import type { RecyclingForecast, RecyclingRule, WorkingTime } from '@lead-finder/contracts';

/** Days are numbers since 1970-01-01, and each is one of the owner's clock. Moments are milliseconds. */
export const dayMs = 86_400_000;
export const dayNumber = (day: string): number => Date.parse(day) / dayMs;
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

export type Terms = Pick<RecyclingRule, 'untouchedDays' | 'remindDays'>;

export interface FollowUp {
  at: number;
  day: number;
}

export interface LeadFacts {
  /** When the owner got or last touched the lead, or a manager vetoed its move. */
  since: number;
  sinceDay: number;
  /** The open ones, the earliest first. */
  followUps: readonly FollowUp[];
}

export interface LeadState {
  since: number;
  protections: number;
  protectedUntil: number | null;
  remindedOn: number | null;
  /** The lead moves in the night after this day. */
  movesOn: number | null;
}

export interface OwnCalendar {
  worksOn: (day: number) => boolean;
  /** The working days after the first day, up to and with the second one. */
  between: (after: number, upTo: number) => number;
}

/** A follow-up within these days protects, twice in a row at most. */
export const protectingDays = 30;
export const maxProtections = 2;

/** Covers the days that can decide: one working day a week, and a year of leave. */
export const daysThatDecide = ({ untouchedDays, remindDays }: Terms): number => 7 * (untouchedDays + remindDays) + 400;

export function calendarOf({ workingDays, daysOff = [] }: WorkingTime, from: number, to: number): OwnCalendar {
  const weekdays = new Set(workingDays);
  const off = new Set(daysOff.map(dayNumber));
  // 1970-01-01 was a Thursday.
  const worksOn = (day: number) => weekdays.has(((day + 3) % 7) + 1) && !off.has(day);
  const sums = [0];
  for (let day = from; day <= to; day++) sums.push(sums.at(-1)! + (worksOn(day) ? 1 : 0));
  const sumUpTo = (day: number) => sums[Math.min(Math.max(day - from + 1, 0), sums.length - 1)]!;
  return { worksOn, between: (after, upTo) => Math.max(0, sumUpTo(upTo) - sumUpTo(after)) };
}

const fresh = (since: number): LeadState => ({
  since,
  protections: 0,
  protectedUntil: null,
  remindedOn: null,
  movesOn: null,
});

/** Returns the state with the protection of this day, or null if no follow-up protects. */
function protectedOn(day: number, { followUps }: LeadFacts, state: LeadState): LeadState | null {
  const near = followUps.filter((each) => each.day >= day && each.day <= day + protectingDays);
  const waiting = { ...state, remindedOn: null, movesOn: null };
  if (near.some(({ at }) => at === state.protectedUntil)) return waiting;
  const last = near.at(-1);
  if (!last || state.protections >= maxProtections) return null;
  return { ...waiting, protections: state.protections + 1, protectedUntil: last.at };
}

/** Returns the state on the morning of a working day. The same morning again changes nothing. */
export function morningState(
  facts: LeadFacts,
  stored: LeadState | null,
  { untouchedDays, remindDays }: Terms,
  day: number,
  { between }: OwnCalendar,
): LeadState {
  const state = stored?.since === facts.since ? stored : fresh(facts.since);
  const untouched = between(facts.sinceDay, day);
  if (untouched < untouchedDays - remindDays) return { ...state, remindedOn: null, movesOn: null };
  const waiting = protectedOn(day, facts, state);
  if (waiting) return waiting;
  if (state.remindedOn === null) return { ...state, remindedOn: day, movesOn: null };
  const isDue = untouched >= untouchedDays && between(state.remindedOn, day) >= remindDays;
  return { ...state, movesOn: isDue ? day : null };
}

/** Returns whether the lead moves in the night after the announced day, and else its state. */
export function nightState(
  facts: LeadFacts,
  stored: LeadState & { movesOn: number },
  terms: Terms,
  calendar: OwnCalendar,
): LeadState | 'moves' {
  const day = stored.movesOn;
  if (!calendar.worksOn(day)) return { ...stored, movesOn: null };
  const state = morningState(facts, stored, terms, day, calendar);
  return state.movesOn === day ? 'moves' : state;
}

/** Returns what happens if nothing happens to the lead, or null if it never moves. */
export function forecastOf(
  facts: LeadFacts,
  stored: LeadState | null,
  terms: Terms,
  today: number,
  calendar: OwnCalendar,
): RecyclingForecast | null {
  let state = stored;
  let first: LeadState | null = null;
  for (let day = today; day <= today + daysThatDecide(terms); day++) {
    if (!calendar.worksOn(day)) continue;
    state = morningState(facts, state, terms, day, calendar);
    first ??= state;
    if (state.movesOn !== day) continue;
    const protectedBy = facts.followUps.find(({ at }) => at === first!.protectedUntil && first!.remindedOn === null);
    return {
      movesOn: dayText(day),
      workingDays: calendar.between(today, day),
      reminded: stored?.since === facts.since && stored.remindedOn !== null,
      tonight: stored?.since === facts.since && stored.movesOn === today,
      protectedUntil: protectedBy && protectedBy.day >= today ? dayText(protectedBy.day) : null,
    };
  }
  return null;
}

/** What is known of a lead's past under its present owner. */
export interface LeadPast {
  ownedSince: number;
  ownedSinceDay: number;
  touches: readonly FollowUp[];
  followUps: readonly (FollowUp & { plannedOn: number; doneOn: number | null })[];
  /** The days from which on it was closed or open, the earliest first, and whether it was closed before them. */
  closings: readonly { day: number; closed: boolean }[];
  closedBefore: boolean;
}

export interface PastOutcome {
  movedOn: number | null;
  reminders: number;
  protections: number;
}

/** Plays the rule from one day to another, as if it had been switched on then. A move ends it. */
export function playPast(past: LeadPast, terms: Terms, from: number, to: number, calendar: OwnCalendar): PastOutcome {
  let state: LeadState | null = null;
  const outcome: PastOutcome = { movedOn: null, reminders: 0, protections: 0 };
  for (let day = Math.max(from, past.ownedSinceDay); day <= to; day++) {
    const isClosed = past.closings.findLast((each) => each.day <= day)?.closed ?? past.closedBefore;
    if (isClosed || !calendar.worksOn(day)) continue;
    const before = state as LeadState | null;
    state = morningState(factsOn(day, past, day - 1), before, terms, day, calendar);
    if (state.remindedOn === day) outcome.reminders++;
    if (state.protections > (before?.since === state.since ? before.protections : 0)) outcome.protections++;
    if (state.movesOn === null) continue;
    const night = nightState(factsOn(day, past, day), { ...state, movesOn: day }, terms, calendar);
    if (night === 'moves') return { ...outcome, movedOn: day };
    state = night;
  }
  return outcome;
}

/** The facts as they were on a day, with the touches up to another one. */
function factsOn(day: number, { ownedSince, ownedSinceDay, touches, followUps }: LeadPast, upTo: number): LeadFacts {
  const last = touches.findLast((each) => each.day <= upTo && each.at > ownedSince);
  return {
    since: last?.at ?? ownedSince,
    sinceDay: last?.day ?? ownedSinceDay,
    followUps: followUps.filter(({ plannedOn, doneOn }) => plannedOn <= day && (doneOn === null || doneOn >= day)),
  };
}
