/** docs/product/roles-and-permissions.md#pages-and-who-may-open-them */
export const pages = [
  '/',
  '/search',
  '/crm',
  '/business/uuid/:uuid',
  '/business/:id',
  '/my-day',
  '/next-lead',
  '/users',
  '/import',
  '/progress',
  '/audit',
  '/auth',
  '/forgot-password',
  '/reset-password',
] as const;
