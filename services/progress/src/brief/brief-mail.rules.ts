import type { Brief } from '@lead-finder/contracts';
import { counted, mailOf, type ComposedMail, type MailLine } from '@lead-finder/platform';

type Reason = Brief['behind'][number]['reasons'][number];

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayWords = (day: string) => dayFormat.format(new Date(day));

const reasonWords = ({ kind, count }: Reason): string =>
  ({
    new: `holds ${counted(count, 'untouched lead')}`,
    overdue: `has ${counted(count, 'overdue follow-up')}`,
    attempts: `tried ${count === 0 ? 'no lead' : `only ${counted(count, 'lead')}`} last week`,
  })[kind];

/** Links to the team's page with the list behind a number open. */
const listLink = (origin: string, query: Record<string, string | number>) => {
  const address = new URL('/progress', origin);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  return address.href;
};

/** Each number links to the leads behind it. */
export function briefMail(brief: Brief, origin: string): ComposedMail {
  const { week, from, to, contacts, won, lost, overdue, behind, behindTotal } = brief;
  const span = { from, to };
  const change = contacts.count - contacts.before;
  const changeWords =
    change === 0
      ? 'as many as the week before'
      : `${Math.abs(change)} ${change > 0 ? 'more' : 'fewer'} than the week before`;
  const lines: MailLine[] = [
    {
      words: `Last week brought ${counted(contacts.count, 'contact')} of ${contacts.target}, ${changeWords}.`,
      link: { text: 'Show the contacts', href: listLink(origin, { kind: 'contacts', ...span }) },
    },
    {
      words: `${counted(won, 'lead was', 'leads were')} won.`,
      link: { text: 'Show what was won', href: listLink(origin, { kind: 'won', ...span }) },
    },
    {
      words: `${counted(lost, 'lead was', 'leads were')} lost.`,
      link: { text: 'Show what was lost', href: listLink(origin, { kind: 'lost', ...span }) },
    },
    {
      words: `${counted(overdue, 'follow-up is', 'follow-ups are')} overdue.`,
      link: { text: 'Show what is overdue', href: listLink(origin, { kind: 'overdue' }) },
    },
    ...behind.flatMap(({ userId, name, count, target, reasons }) => [
      {
        words: `${name} is ${target - count} behind: ${count} of ${target}.`,
        link: { text: 'Show the contacts', href: listLink(origin, { kind: 'contacts', userId, ...span }) },
      },
      ...reasons.map((reason) => ({
        words: `${name} ${reasonWords(reason)}.`,
        link: {
          text: 'Show the leads',
          href: listLink(origin, { kind: reason.kind, userId, ...(reason.kind === 'attempts' && span) }),
        },
      })),
    ]),
  ];
  if (behindTotal > behind.length)
    lines.push({
      words: `${behindTotal - behind.length} more are behind.`,
      link: { text: 'Team Progress', href: listLink(origin, {}) },
    });
  if (behindTotal === 0) lines.push({ words: 'Nobody missed the week’s target.' });
  return mailOf(
    `Monday brief: ${counted(contacts.count, 'contact')} of ${contacts.target} last week`,
    `The team in the week of ${dayWords(from)} to ${dayWords(to)}, on Monday, ${dayWords(week)}:`,
    lines,
    'You can switch this mail off in Lead Finder, in the settings of your notifications.',
  );
}
