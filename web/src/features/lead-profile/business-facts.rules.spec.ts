import type { LeadProfile } from '@lead-finder/contracts';
import { customTags, detailsOf, isDoNotContact, isImported, linkable, quickTags } from './business-facts.rules';

const profile = (business: object, customFields: object): LeadProfile =>
  ({
    business: { phone: null, internationalPhone: null, website: null, ownerName: null, ...business },
    userBusiness: { customFields },
  }) as LeadProfile;

describe('The contact details of a lead', () => {
  const found = { phone: '(512) 555-0100', website: 'https://blue.example', ownerName: 'Olga Owner' };

  it('are those of the business until a user edits them', () => {
    expect(detailsOf(profile(found, {}))).toEqual({
      email: '',
      contactPerson: 'Olga Owner',
      phoneNumber: '(512) 555-0100',
      website: 'https://blue.example',
    });
  });

  it("are the user's after an edit", () => {
    const edited = { email: 'a@b.example', contactPerson: ' Ann ', phoneNumber: '555 123', website: 'new.example' };
    expect(detailsOf(profile(found, edited))).toEqual({ ...edited, contactPerson: 'Ann' });
  });

  it.each([null, '', '  ', 'Not provided', ' Not provided '])('take %p as empty', (empty) => {
    const nothing = { email: empty, contactPerson: empty, phoneNumber: empty, website: empty };
    const business = { phone: empty, internationalPhone: '+1 512-555-0100', website: empty, ownerName: empty };
    expect(detailsOf(profile(business, nothing))).toEqual({
      email: '',
      contactPerson: '',
      phoneNumber: '+1 512-555-0100',
      website: '',
    });
  });
});

describe('A contact detail is a link', () => {
  it.each([
    ['a@b.example', true],
    ['first.last+tag@mail.b.example', true],
    ['a@b', false],
    ['a@b.', false],
    ['a@.example', false],
    ['@b.example', false],
    ['a b@c.example', false],
    ['a@b c.example', false],
    ['a@b.exa mple', false],
    ['a@b@c.example', false],
    ['a@b.example, c@d.example', false],
    ['write to a@b.example', false],
    ['a@b.example!@', false],
    ['', false],
  ])('for the e-mail address %p: %p', (value, isLink) => expect(linkable.email(value)).toBe(isLink));

  it('for a phone number', () => {
    expect(linkable.phone('+1 (512) 555-0100')).toBe(true);
    expect(linkable.phone('ask Ann')).toBe(false);
  });

  it('for an http or https address, with https by default', () => {
    expect(linkable.website('blue.example')).toBe('https://blue.example/');
    expect(linkable.website('http://blue.example/a')).toBe('http://blue.example/a');
    expect(linkable.website('javascript:alert(1)')).toBeUndefined();
  });
});

describe('The tags of a lead', () => {
  it('show, in upper or lower case, that it is imported and that users must not contact it', () => {
    expect(isImported(['Hot', 'IMPORTED'])).toBe(true);
    expect(isImported(['Hot', 'Import'])).toBe(false);
    expect(isDoNotContact(['do not contact', 'Hot'])).toBe(true);
    expect(isDoNotContact(['Hot'])).toBe(false);
  });

  it('are custom, except Imported', () => {
    expect(customTags(['Hot', 'imported', 'Fair'])).toEqual(['Hot', 'Fair']);
  });

  it('can be picked from the known tags that it does not have', () => {
    expect(quickTags(['Hot', 'Imported', 'Fair', 'Cold'], ['HOT', 'Cold'])).toEqual(['Fair']);
  });
});
