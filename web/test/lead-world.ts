import type { ContactActivity, HistoryEntry, LeadProfile } from '@lead-finder/contracts';
import { emptyBusiness } from './empty-business';
import { FakeApi, people } from './fake-api';

export const uuid = '5f0c1d1e-8f2b-4c77-9a39-0d1b6d0f6a11';

type Parts = { [K in 'business' | 'userBusiness' | 'user']?: Partial<LeadProfile[K]> };

/** Sam's lead, number 12, with every field that its profile reads. */
export const leadProfile = (parts: Parts = {}, contactActivities: ContactActivity[] = []): LeadProfile => ({
  business: {
    ...emptyBusiness,
    id: 900,
    placeId: 'place-900',
    name: 'Harbor Bakery',
    formattedAddress: '12 Dock St, Portland, OR 97201, USA',
    phone: '(503) 555-0108',
    website: 'https://harbor.example/shop',
    ...parts.business,
  },
  userBusiness: {
    id: 12,
    uuid,
    userId: people.user.id,
    businessId: 900,
    status: 'new',
    viewed: true,
    archived: false,
    archivedAt: null,
    existingCustomer: false,
    existingCustomerAt: null,
    assignedAt: '2026-11-11T12:00:00.000Z',
    lastContactedAt: null,
    notes: '',
    tags: [],
    customFields: {},
    version: 4,
    createdAt: '2026-11-11T12:00:00.000Z',
    updatedAt: '2026-11-11T12:00:00.000Z',
    ...parts.userBusiness,
  },
  user: { id: people.user.id, username: 'sam', fullName: 'Sam Okafor', ...parts.user },
  contactActivities,
});

export const activity = (part: Partial<ContactActivity> = {}): ContactActivity => ({
  id: 70,
  userBusinessId: 12,
  type: 'call',
  description: 'Spoke with the owner',
  scheduledAt: null,
  completedAt: null,
  outcome: null,
  createdBy: { id: people.user.id, username: 'sam', fullName: 'Sam Okafor' },
  createdAt: '2026-11-16T14:41:00.000Z',
  updatedAt: '2026-11-16T14:41:00.000Z',
  ...part,
});

/** What each change of Sam's lead returns. */
export const changedLead = (part: Parts['userBusiness'] = {}) => ({
  message: 'Done',
  userBusiness: leadProfile({ userBusiness: part }).userBusiness,
});

/** What each change of an activity returns. */
export const savedActivity = (part: Partial<ContactActivity> = {}) => ({ message: 'Done', activity: activity(part) });

/** A server with one lead that the calls of its profile change. Tests replace single responses with `on`. */
export class LeadApi extends FakeApi {
  history: HistoryEntry[] = [];

  constructor(public lead: LeadProfile = leadProfile()) {
    super();
    this.signedIn(people.user)
      .on('GET /api/all-tags', [])
      .on('GET /api/admin/all-assignments', [])
      .on('GET /api/lead-facets', { states: [], counties: [], tags: [], users: [] });
    for (const [read, answer] of [
      ['business-profile', () => this.lead],
      ['assignment-history', () => this.history],
    ] as const) {
      this.on(`GET /api/${read}/*`, answer).on(`GET /api/${read}-by-uuid/*`, answer);
    }
    this.on('PATCH /api/business-viewed/*', () => this.changed({ viewed: true }));
  }

  /** Changes the lead and returns what every change returns. */
  changed(part: Partial<LeadProfile['userBusiness']>) {
    this.lead = { ...this.lead, userBusiness: { ...this.lead.userBusiness, ...part } };
    return { message: 'Done', userBusiness: this.lead.userBusiness };
  }
}
