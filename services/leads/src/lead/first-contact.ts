/**
 * The rule of `Lead.setStatus` in SQL: the first move away from New counts as a contact, once per lead. Each statement
 * that sets a status uses it.
 */
export const isFirstContact = "status = 'new' and first_contact_at is null";

export const statusSet = (to: string, now: string) =>
  `status = ${to}, first_contact_at = case when ${isFirstContact} then ${now}::timestamptz else first_contact_at end`;
