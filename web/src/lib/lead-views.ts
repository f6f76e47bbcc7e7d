import { personalStore } from './browser-store';

/** The list's three views, and the day that stands beside them. */
export const leadViews = [
  { value: 'list', label: 'List View', icon: 'list-ul' },
  { value: 'table', label: 'Table View', icon: 'table' },
  { value: 'map', label: 'Map View', icon: 'map' },
  { value: 'my-day', label: 'My day', icon: 'calendar-check' },
] as const;

type ListView = Exclude<(typeof leadViews)[number]['value'], 'my-day'>;

/** What the list shows and how, remembered between visits (specification section 4). */
export const rememberedList = personalStore<unknown>('crm-list', null);

/** The list opens in this view next time, with its filters as they were. */
export function saveListView(view: ListView): void {
  const list = rememberedList.read();
  rememberedList.write({ ...(typeof list === 'object' ? list : {}), view });
}
