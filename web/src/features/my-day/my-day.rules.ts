import { formatTime } from '../../lib/dates';
import { counted } from '../../lib/numbers';
import type { DueFollowUp, MyDay } from './api';

/** 'Wednesday, November 18', in the deployment's time zone. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

const shortDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** The server counts new leads up to 100. */
const newCount = (count: number): string => (count >= 100 ? '100+ new leads' : counted(count, 'new lead'));

export const summaryOf = ({ overdue, dueToday, newLeads }: Pick<MyDay, 'overdue' | 'dueToday' | 'newLeads'>): string =>
  `${overdue} overdue, ${dueToday} due today, ${newCount(newLeads)}`;

export const isLate = ({ daysLate }: DueFollowUp): boolean => daysLate > 0;
export const lateText = (daysLate: number): string => `${counted(daysLate, 'day')} late`;

/** The date of an overdue lead, the time of one that is due today. */
export function whenOf({ day, daysLate, activity }: DueFollowUp, timeZone?: string): string {
  if (daysLate > 0) return shortDay(day);
  return formatTime(activity.scheduledAt, timeZone);
}
