/** Rows of a service that tell of one person: of an account, or of one that was deleted (decisions, section 10). */
export interface PersonalRows {
  /** What they are, in the file that the person is given. */
  what: string;
  /** Reads them. `person (id, email)` is a table of one row; the service's own tables need no schema. */
  read: string;
  /** Takes the person out of them once the account is gone; missing where no more than a number would tell of anybody. */
  erase?: string;
}

/** What stands in place of a name that was erased; history keeps one person apart from another. */
export const erasedUsername = "'erased-' || person.id";
export const erasedName = "'Erased person'";
