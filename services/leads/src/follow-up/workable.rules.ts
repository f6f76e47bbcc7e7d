import { doNotContactTag } from '@lead-finder/contracts';

/** On user_businesses. 'Do not contact' hides a lead from my day and next lead (decisions, section 10). */
export const isContactable = `not (tag_keys @> array['${doNotContactTag.toLowerCase()}'])`;
export const isWorkable = `not archived and not existing_customer and ${isContactable}`;

/** New, and not yet planned for a day up to `$end`. */
export const isUnworked = (end: string) =>
  `status = 'new' and (follow_up_at is null or follow_up_at >= ${end}) and ${isWorkable}`;
/** And not looked at. */
export const isFresh = (end: string) => `not viewed and ${isUnworked(end)}`;
