import { doNotContactTag } from '@lead-finder/contracts';

/** 'Do not contact' hides a lead in My day and Next lead (docs/product/one-lead.md#do-not-contact). */
export const isContactable = `not (tag_keys @> array['${doNotContactTag.toLowerCase()}'])`;
/** A lead in a pool has no user who works it. */
export const isWorkable = `user_id > 0 and not archived and not existing_customer and ${isContactable}`;

/** New leads without a follow-up before `end`. */
export const isUnworked = (end: string) =>
  `status = 'new' and (follow_up_at is null or follow_up_at >= ${end}) and ${isWorkable}`;
export const isFresh = (end: string) => `not viewed and ${isUnworked(end)}`;
