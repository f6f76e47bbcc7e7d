import { counted } from '@lead-finder/platform';

/** The titles of one lead and of several. */
export const titles = {
  assigned: ['New business assigned', 'New businesses assigned'],
  reassigned: ['Business reassigned to you', 'Businesses reassigned to you'],
} as const;

const longestExcerpt = 160;

export const excerpt = (text: string) =>
  text.length > longestExcerpt ? `${text.slice(0, longestExcerpt).trimEnd()}…` : text;

interface Moved {
  leads: number;
  lead?: { name: string } | null | undefined;
}

/** Names the lead if it is the only one. */
const subjectOf = ({ leads, lead }: Moved) => (leads === 1 && lead?.name) || counted(leads, 'business', 'businesses');

export const movedText = (moved: Moved, kind: keyof typeof titles, by: string) => ({
  title: titles[kind][moved.leads === 1 ? 0 : 1],
  message: `${subjectOf(moved)} ${moved.leads === 1 ? 'was' : 'were'} ${kind} to you by ${by}.`,
});

export const returnedText = (moved: Moved, by: string) => ({
  title: moved.leads === 1 ? 'Business returned to the pool' : 'Businesses returned to the pool',
  message: `${subjectOf(moved)} of yours went back to the pool by ${by}.`,
});
