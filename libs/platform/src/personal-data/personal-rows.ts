/** Rows of a service about one user, present or deleted (docs/product/data-and-retention.md#one-persons-data). */
export interface PersonalRows {
  what: string;
  /** Reads them. `data_subject (id, email)` is a table of one row, the user. The service's own tables need no schema. */
  read: string;
  /** Removes the user from them after the account was deleted; missing if the rows contain only the user's number. */
  erase?: string;
}

/** Replaces an erased name; histories still distinguish erased users. */
export const erasedUsername = "'erased-' || data_subject.id";
export const erasedName = "'Erased person'";
