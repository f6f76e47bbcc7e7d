/** Why a row failed that could be read; people see these sentences and correct their file by them. */
export const unknownUser = (name: string) => `Unknown user '${name}'`;
export const inactiveUser = (username: string) => `User ${username} is inactive`;

/** Specification section 8 knows it by 'already assigned'; a repeat names the row that it repeats. */
export const alreadyAssigned = (username: string, sameAs?: number) =>
  `already assigned to ${username}${sameAs === undefined ? '' : ` (same business as row ${sameAs})`}`;

export const tooManyTags = (most: number) => `Custom Tag holds more than ${most} tags`;
