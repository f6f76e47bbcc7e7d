import { z } from 'zod';
import { customFields, leadStatus, reassignNotes } from './lead-fields.js';
import { userSummary } from '../users/users.js';
import { moment } from '../wire.js';

export const business = z.object({
  id: z.int(),
  placeId: z.string(),
  name: z.string(),
  formattedAddress: z.string().nullable(),
  vicinity: z.string().nullable(),
  phone: z.string().nullable(),
  internationalPhone: z.string().nullable(),
  website: z.string().nullable(),
  googleMapsUrl: z.string().nullable(),
  rating: z.number().nullable(),
  userRatingsTotal: z.int().nullable(),
  priceLevel: z.int().nullable(),
  businessStatus: z.string().nullable(),
  types: z.array(z.string()),
  openNow: z.boolean().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  photoReferences: z.array(z.string()),
  icon: z.string().nullable(),
  ownerName: z.string().nullable(),
  provider: z.string().nullable(),
  fetchedAt: moment.nullable(),
});
export type Business = z.infer<typeof business>;

const leadColumns = {
  id: z.int(),
  uuid: z.string(),
  userId: z.int().nullable(),
  businessId: z.int(),
  status: leadStatus,
  viewed: z.boolean(),
  archived: z.boolean(),
  archivedAt: moment.nullable(),
  existingCustomer: z.boolean(),
  existingCustomerAt: moment.nullable(),
  assignedAt: moment,
  lastContactedAt: moment.nullable(),
  tags: z.array(z.string()),
  customFields,
  /** Increases with every change of the note or a custom field (docs/product/one-lead.md#versions). */
  version: z.int(),
  createdAt: moment,
  updatedAt: moment,
  /** Null if the place is in none (docs/product/territories.md). */
  territory: z.object({ id: z.int(), name: z.string() }).nullish(),
};

/** `userId` and `user` are null in a pool (docs/product/pool.md#leads-in-a-pool). */
const owner = {
  user: userSummary.nullable(),
  pool: z.object({ name: z.string() }).nullish(),
};

/** A list does not contain note texts (docs/product/lead-list.md#list-calls). */
export const leadListRecord = z.object({
  business,
  userBusiness: z.object({ ...leadColumns, hasNotes: z.boolean(), state: z.string().nullable().optional() }),
  ...owner,
  /** In metres from `near`. */
  distance: z.number().optional(),
});
export type LeadListRecord = z.infer<typeof leadListRecord>;

export const activityTypes = ['call', 'email', 'meeting', 'note'] as const;
export const activityType = z.enum(activityTypes, { error: `Type must be one of ${activityTypes.join(', ')}` });
export const contactActivity = z.object({
  id: z.int(),
  userBusinessId: z.int(),
  type: activityType,
  description: z.string(),
  scheduledAt: moment.nullable(),
  repeatDays: z.int().nullable().optional(),
  completedAt: moment.nullable(),
  outcome: z.string().nullable(),
  createdBy: userSummary.nullable(),
  createdAt: moment,
  updatedAt: moment,
});
export type ContactActivity = z.infer<typeof contactActivity>;

/** When the lead goes to the pool if nothing happens; absent if it never does (docs/product/recycling.md#countdown). */
export const recyclingForecast = z.object({
  movesOn: z.string(),
  workingDays: z.int(),
  reminded: z.boolean(),
  tonight: z.boolean(),
  protectedUntil: z.string().nullable(),
});
export type RecyclingForecast = z.infer<typeof recyclingForecast>;

export const leadProfile = z.object({
  business,
  userBusiness: z.object({ ...leadColumns, notes: z.string() }),
  ...owner,
  contactActivities: z.array(contactActivity),
  standsIn: z.boolean().optional(),
  recycling: recyclingForecast.optional(),
});
export type LeadProfile = z.infer<typeof leadProfile>;
export type UserBusiness = LeadProfile['userBusiness'];

const returnReasons = {
  no_time: 'No time for it',
  not_reached: 'Could not be reached',
  outside_area: 'Outside the area',
  owner_left: 'Owner left',
  other: 'Other reason',
} as const;
/** What a user chooses. Only the product gives `untouched` (docs/product/recycling.md). */
export const returnReason = z.enum(Object.keys(returnReasons) as [keyof typeof returnReasons], {
  error: 'Please choose a reason',
});
export type ReturnReason = z.infer<typeof returnReason>;
export const poolReasons = { ...returnReasons, untouched: 'Untouched for too long' } as const;
export type PoolReason = keyof typeof poolReasons;
export const poolReason = z.enum(Object.keys(poolReasons) as [PoolReason]);

export const returnNotes = { reason: returnReason, notes: reassignNotes.optional() };
export const explainsOther = ({ reason, notes }: { reason?: string | undefined; notes?: string | undefined }) =>
  reason !== 'other' || Boolean(notes);
export const otherNeedsNotes = { path: ['notes'], error: 'Please say why' };

export const historyEntry = z.object({
  history: z.object({
    id: z.int(),
    createdAt: moment,
    notes: z.string().nullable(),
    kind: z.enum(['assigned', 'returned', 'claimed']).optional(),
    reason: poolReason.nullish(),
  }),
  previousUser: z.object({ username: z.string() }).nullable(),
  newUser: z.object({ username: z.string() }),
  changedBy: z.object({ username: z.string() }),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
