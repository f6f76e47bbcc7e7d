export interface LeadRef {
  id: number;
  uuid?: string | null;
}

/** Builds every address of the page (docs/product/roles-and-permissions.md#pages-and-who-may-open-them). */
export const paths = {
  home: '/',
  search: '/search',
  crm: '/crm',
  /** The prefix of every lead's address. */
  anyLead: '/business',
  /** Uses the uuid if the lead has one. */
  lead: ({ id, uuid }: LeadRef): string => (uuid ? `/business/uuid/${uuid}` : `/business/${id}`),
  myDay: '/my-day',
  pool: '/pool',
  /** The leads that go back to the pool. */
  recycling: '/recycling',
  /** Works a queue lead by lead. The query names it: `from=my-day`, or `from=list` with the filters of the list. */
  nextLead: (query = ''): string => (query ? `/next-lead?${query}` : '/next-lead'),
  importedLeads: '/crm?tag=Imported',
  users: '/users',
  userImport: '/users/import',
  /** A team, or the people without one. */
  teams: (team?: number | 'none'): string => (team === undefined ? '/teams' : `/teams?team=${team}`),
  /** All, or one of them. */
  territories: (territory?: number): string =>
    territory === undefined ? '/territories' : `/territories?territory=${territory}`,
  import: '/import',
  organisation: '/organisation',
  progress: '/progress',
  audit: '/audit',
  /** Exports that wait or waited for another administrator. */
  exports: '/exports',
  /** The plans that distribute leads, or one of them. */
  distribution: (plan?: number | 'new'): string =>
    plan === undefined ? '/distribution' : `/distribution?plan=${plan}`,
  customFields: '/custom-fields',
  tags: '/tags',
  signIn: '/sign-in',
  provisioning: (id: number | ':id' = ':id') => `/sign-in/provisioning/${id}`,
  signInTest: (id: number | ':id' = ':id') => `/sign-in/test/${id}`,
  deletedLeads: '/recently-deleted',
  /** The API tokens of the own account. */
  tokens: '/tokens',
  integrations: '/integrations',
  webhooks: '/integrations#webhooks',
  auth: '/auth',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
} as const;

/** A search for name and address on the maps site. */
export const mapsSearch = (name: string, address?: string | null): string =>
  `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent([name, address].filter(Boolean).join(', '))}`;

/** A route from the device to a place on the maps site. */
export const mapsRoute = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`;
