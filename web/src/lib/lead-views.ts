import { personalStore, tabStore } from './browser-store';

/** The three views of the list, and My day. */
export const leadViews = [
  { value: 'list', label: 'List View', icon: 'list-ul' },
  { value: 'table', label: 'Table View', icon: 'table' },
  { value: 'map', label: 'Map View', icon: 'map' },
  { value: 'my-day', label: 'My day', icon: 'calendar-check' },
] as const;

type ListView = Exclude<(typeof leadViews)[number]['value'], 'my-day'>;

const inTab = tabStore<unknown>('crm-list', null);
const inBrowser = personalStore<unknown>('crm-list', null);

/** What the list remembers between visits (docs/product/lead-list.md#saved-state). */
export const rememberedList = {
  read: () => inTab.read() ?? inBrowser.read(),
  write(list: unknown) {
    inTab.write(list);
    inBrowser.write(list);
  },
};

/** Makes the list open in this view next time, with its last filters. */
export function saveListView(view: ListView): void {
  const list = rememberedList.read();
  rememberedList.write({ ...(typeof list === 'object' ? list : {}), view });
}
