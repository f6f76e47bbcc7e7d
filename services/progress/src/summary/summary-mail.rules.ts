import type { MemberWork } from '@lead-finder/contracts';
import { counted, mailOf, type ComposedMail, type MailLine } from '../schedule/mail-text.rules.js';

export interface DaySummary {
  name: string;
  yesterday: number;
  week: { count: number; target: number };
  work: MemberWork;
}

/** Whether there is anything to say: a mail that says nothing is read by nobody, nor is the next one. */
export const isWorthMailing = ({ yesterday, work: { dueToday, overdue, newLeads, unread } }: DaySummary): boolean =>
  yesterday + dueToday + overdue + newLeads + unread > 0;

/** One person's day: what is due, what waits, and how the week goes. */
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
