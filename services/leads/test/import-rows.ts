import type { ImportRow } from '@lead-finder/contracts';

/** What a row of a file may leave out. */
export const emptyRow = {
  state: null,
  phone: null,
  website: null,
  email: null,
  contactPerson: null,
  tags: [],
  latitude: null,
  longitude: null,
} satisfies Partial<ImportRow>;
