/** The route table of specification section 2: what the page's router knows, and the gateway answers with the page. */
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
