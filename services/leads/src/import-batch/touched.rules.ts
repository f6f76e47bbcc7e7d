/** SQL: a user changed the new lead after the import. That a plan gave it to a user first is no change. */
export const isTouched = '(revision > 0 and (revision > 1 or plan_revision is distinct from 1))';
