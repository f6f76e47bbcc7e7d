import { pageCode } from './page-code';

/** Loads the two tabs of the home page. The routes load them early. */
export const SearchPage = pageCode(async () => (await import('../features/search/search-page')).SearchPage);
export const CrmPage = pageCode(async () => (await import('../features/lead-list/crm-page')).CrmPage);
export const MyDaySummary = pageCode(async () => (await import('../features/my-day/my-day-summary')).MyDaySummary);
