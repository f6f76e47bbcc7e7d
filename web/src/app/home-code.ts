import { pageCode } from './page-code';

/** What the home page shows at one address or another; the routes fetch it early. */
export const SearchPage = pageCode(async () => (await import('../features/search/search-page')).SearchPage);
export const CrmPage = pageCode(async () => (await import('../features/leads/crm-page')).CrmPage);
export const MyDaySummary = pageCode(async () => (await import('../features/my-day/my-day-summary')).MyDaySummary);
