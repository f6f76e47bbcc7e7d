import { clearListPosition, saveListPosition, readListPosition } from './list-return';

describe('The position in the list', () => {
  it('is composed by the list and the profile', () => {
    saveListPosition({ leadId: 11, scrollY: 840 });
    saveListPosition({ leadId: 12 });
    expect(readListPosition()).toEqual({ leadId: 12, scrollY: 840 });
    clearListPosition();
    expect(readListPosition()).toBeNull();
  });

  it('is the top of the list for a profile that was opened from elsewhere', () => {
    saveListPosition({ leadId: 12 });
    expect(readListPosition()).toEqual({ leadId: 12, scrollY: 0 });
  });
});
