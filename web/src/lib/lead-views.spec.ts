import { rememberedList, saveListView } from './lead-views';

const inAnotherTab = (list: unknown) => localStorage.setItem('lead-finder.my.crm-list', JSON.stringify(list));

describe('What the list remembers', () => {
  it('is that of this tab, and in a new tab what changed last in any', () => {
    rememberedList.write({ state: 'AR' });
    inAnotherTab({ state: 'TX' });
    expect(rememberedList.read()).toEqual({ state: 'AR' });
    sessionStorage.clear();
    expect(rememberedList.read()).toEqual({ state: 'TX' });
  });

  it('has its last filters in another view', () => {
    rememberedList.write({ view: 'list', state: 'AR' });
    saveListView('map');
    expect(rememberedList.read()).toEqual({ view: 'map', state: 'AR' });
  });
});
