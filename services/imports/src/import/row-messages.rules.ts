export const unknownUser = (name: string) => `Unknown user '${name}'`;
export const inactiveUser = (username: string) => `User ${username} is inactive`;

/** The page looks for 'already assigned' (docs/product/import.md#texts-of-the-import). */
export const alreadyAssigned = (username: string, sameAs?: number) =>
  `already assigned to ${username}${sameAs === undefined ? '' : ` (same business as row ${sameAs})`}`;

export const tooManyTags = (max: number) => `Custom Tag holds more than ${max} tags`;
