import type { LeadListRecord } from '@lead-finder/contracts';
import { emptyBusiness } from '../../../test/empty-business';

interface LeadFacts extends Partial<Omit<LeadListRecord['userBusiness'], 'hasNotes'>> {
  business?: Partial<LeadListRecord['business']>;
  user?: LeadListRecord['user'];
}

const moment = '2026-11-18T14:41:00.000Z';
export const sam = { id: 3, username: 'sam', fullName: 'Sam Okafor', role: 'user' as const };
export const alexandra = {
  id: 4,
  username: 'alexandra',
  fullName: 'Alexandra Lindqvist-Marchetti',
  role: 'user' as const,
};

export const uuidOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

/** A record as a list call returns it. */
export function lead({ business = {}, user = sam, id = 1, ...columns }: LeadFacts): LeadListRecord {
  return {
    business: {
      ...emptyBusiness,
      id: 100 + id,
      placeId: `sample:${id}`,
      name: 'Pho Hanoi Kitchen',
      formattedAddress: '1619 Rebsamen Park Rd, Little Rock, AR 72202, USA',
      phone: '(501) 555-0199',
      website: 'https://phohanoi.example',
      rating: 4.5,
      userRatingsTotal: 214,
      priceLevel: 1,
      types: ['restaurant'],
      latitude: 34.75,
      longitude: -92.3,
      fetchedAt: moment,
      ...business,
    },
    userBusiness: {
      id,
      uuid: uuidOf(id),
      userId: user?.id ?? null,
      businessId: 100 + id,
      status: 'new',
      viewed: true,
      archived: false,
      archivedAt: null,
      existingCustomer: false,
      existingCustomerAt: null,
      assignedAt: moment,
      lastContactedAt: null,
      tags: [],
      customFields: {},
      version: 1,
      createdAt: moment,
      updatedAt: moment,
      hasNotes: false,
      ...columns,
    },
    user,
  };
}
