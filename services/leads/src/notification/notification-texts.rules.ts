/** The titles of one lead and of several. */
export const titles = {
  assigned: ['New business assigned', 'New businesses assigned'],
  reassigned: ['Business reassigned to you', 'Businesses reassigned to you'],
} as const;

const longestExcerpt = 160;

export const excerpt = (text: string) =>
  text.length > longestExcerpt ? `${text.slice(0, longestExcerpt).trimEnd()}…` : text;

interface Returned {
  leads: number;
  lead?: { name: string } | null | undefined;
}

/** Names the lead if it is the only one. */
export const returnedText = ({ leads, lead }: Returned, by: string) => ({
  title: leads === 1 ? 'Business returned to the pool' : 'Businesses returned to the pool',
  message: `${leads === 1 ? (lead?.name ?? '1 business') : `${leads} businesses`} of yours went back to the pool by ${by}.`,
});
