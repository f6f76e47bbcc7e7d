import type { MemberWork } from '@lead-finder/contracts';
import { counted, mailOf, type ComposedMail, type MailLine } from '@lead-finder/platform';

export interface DaySummary {
  name: string;
  yesterday: number;
  week: { count: number; target: number };
  work: MemberWork;
}

/** Returns whether the summary has content; users would stop reading empty mails. */
export const isWorthMailing = ({ yesterday, work: { dueToday, overdue, newLeads, unread } }: DaySummary): boolean =>
  yesterday + dueToday + overdue + newLeads + unread > 0;

/** Composes a user's day: what is due, what waits, and the progress of the week. */
export function summaryMail({ name, yesterday, week, work }: DaySummary, origin: string): ComposedMail {
  const to = (path: string) => new URL(path, origin).href;
  const lines: MailLine[] = [
    {
      words: `${counted(work.dueToday, 'follow-up is', 'follow-ups are')} due today, ${work.overdue} overdue.`,
      link: { text: 'My day', href: to('/my-day') },
    },
    {
      words: `${counted(work.newLeads, 'lead is', 'leads are')} still New.`,
      link: { text: 'Your leads', href: to('/crm') },
    },
    { words: `${counted(work.unread, 'notification is', 'notifications are')} unread.` },
    { words: `Yesterday you made ${counted(yesterday, 'contact')}; this week ${week.count} of ${week.target}.` },
  ];
  return mailOf(
    `Your day: ${counted(work.dueToday + work.overdue, 'follow-up')} due`,
    `Good morning ${name},`,
    lines,
    'You can switch this mail off in Lead Finder, in the settings of your notifications.',
  );
}
