export const unknownUser = (name: string) => `Unknown user '${name}'`;
export const inactiveUser = (username: string) => `User ${username} is inactive`;

/** The page looks for 'already assigned' (docs/product/import.md#texts-of-the-import). */
export const alreadyAssigned = (username: string, sameAs?: number) =>
  `already assigned to ${username}${sameAs === undefined ? '' : ` (same business as row ${sameAs})`}`;

export const tooManyTags = (max: number) => `Custom Tag holds more than ${max} tags`;

export const sameLead = (row: number) => `same lead as row ${row}`;

/** Why a row changes no lead (docs/product/import.md#modes). `name` is the business of the lead that the row names. */
export const leadRefusals = {
  'no-lead': () => 'No lead found for this row',
  'unknown-lead': () => 'No lead has this uuid',
  'deleted-lead': () => 'The lead with this uuid is deleted',
  'other-business': (name: string) => `The lead with this uuid is of another business: ${name}`,
  'too-many-tags': () => 'The lead would have more than 50 tags',
} as const;
