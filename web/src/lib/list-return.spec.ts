import { forgetListPlace, keepListPlace, readListPlace } from './list-return';

describe('The place in the list', () => {
  it('is put together by the list and the profile', () => {
    keepListPlace({ leadId: 11, scrollY: 840 });
    keepListPlace({ leadId: 12 });
    expect(readListPlace()).toEqual({ leadId: 12, scrollY: 840 });
    forgetListPlace();
    expect(readListPlace()).toBeNull();
  });

  it('is the top of the list for a profile that was opened from elsewhere', () => {
    keepListPlace({ leadId: 12 });
    expect(readListPlace()).toEqual({ leadId: 12, scrollY: 0 });
  });
});
