/** What a lead's address needs. */
export interface LeadRef {
  id: number;
  uuid?: string | null;
}

/** Every address of the page, built in one place (specification section 2). */
export const paths = {
  home: '/',
  search: '/search',
  crm: '/crm',
  /** What every lead's address begins with. */
  anyLead: '/business',
  /** The uuid form where the lead has a uuid. */
  lead: ({ id, uuid }: LeadRef): string => (uuid ? `/business/uuid/${uuid}` : `/business/${id}`),
  myDay: '/my-day',
  /** Working a queue lead by lead; the query says which: `from=my-day`, or `from=list` with the list's filters. */
  nextLead: (query = ''): string => (query ? `/next-lead?${query}` : '/next-lead'),
  importedLeads: '/crm?tag=Imported',
  users: '/users',
  import: '/import',
  progress: '/progress',
  audit: '/audit',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
} as const;

/** A search for the name and the address on the maps site, as people would type it. */
export const mapsSearch = (name: string, address?: string | null): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent([name, address].filter(Boolean).join(', '))}`;
