import type { BusinessResult, LeadStatus, PastLead } from '@lead-finder/contracts';

const day = 24 * 3_600_000;
const tags = [
  'Decision maker met',
  'Two locations',
  'Trade show 2026',
  'Walk-in welcome',
  'Price sensitive',
  'Call mornings',
  'Referral',
];
const people = [
  'Wilhelmina Achterberg',
  'Jon Reyes',
  'Priya Raman',
  'Carl Whitcombe',
  'Lily Zhang',
  'Ruth Abernathy',
  'Theo Nakagawa',
];
const notes = [
  'Contract with the present supplier ends in January; wants a quotation for two locations.',
  'Asked for a call back after the holidays.',
  'Owner is on site Tuesday and Thursday mornings.',
];
const spoken = {
  call: [
    'Spoke with the office manager, sending prices.',
    'Left a message, no call back yet.',
    'Good call, wants to compare two offers.',
  ],
  email: ['Sent the price list and a case study.', 'Answered questions about delivery.'],
  meeting: ['Met on site, walked through the rooms.', 'Coffee with the owner, budget is set in March.'],
  note: ['Sign on the door: moved to the second floor.'],
};
// Most leads are new, some are in progress, a few are closed.
const statuses: LeadStatus[] = [
  'new',
  'new',
  'new',
  'in_progress',
  'recontact',
  'new',
  'in_progress',
  'closed_won',
  'new',
  'new',
  'closed_lost',
];

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

/** The same at every start: assigned within three weeks and perhaps contacted, so that every view has data. */
export function pastOf(business: BusinessResult, n: number, userId: number, adminId: number, now: Date): PastLead {
  const status = pick(statuses, n * 7 + Math.floor(n / 10));
  const assignedAt = new Date(now.getTime() - ((n * 37) % 20) * day - ((n * 53) % 600) * 60_000 - 60_000);
  const isWorked = status !== 'new';
  // Contacts are spread between the assignment and now, over this week and the two weeks before.
  const contactedAt = new Date(
    assignedAt.getTime() + (now.getTime() - assignedAt.getTime() - 20_000) * (((n * 29) % 97) / 97),
  );
  const at = isWorked ? contactedAt : null;
  const type = pick(['call', 'email', 'meeting', 'note'] as const, n);
  return {
    businessId: business.id,
    userId,
    status,
    assignedBy: adminId,
    assignedAt: assignedAt.toISOString(),
    contactedAt: at?.toISOString() ?? null,
    viewed: isWorked || n % 3 === 0,
    archived: n % 23 === 22,
    existingCustomer: n % 31 === 30,
    notes: isWorked && n % 2 === 0 ? pick(notes, n) : '',
    tags: n % 4 === 0 ? [pick(tags, n), pick(tags, n + 3)] : [],
    contactPerson: n % 3 === 0 ? pick(people, n) : null,
    email: n % 3 !== 1 ? `office@lead${n}.example` : null,
    activities: at
      ? [
          {
            type,
            description: pick(spoken[type], n),
            at: at.toISOString(),
            scheduledAt: status === 'recontact' ? new Date(now.getTime() + ((n % 9) - 3) * day).toISOString() : null,
          },
        ]
      : [],
  };
}
