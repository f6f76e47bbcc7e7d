import { contactOf } from './contact.rules';
import { lead } from './leads.fixture';

describe('The ways to contact a lead', () => {
  it("use a user's edit before the provider's data", () => {
    const typed = { email: 'a@b.example', phoneNumber: '555 0100', website: 'typed.example' };
    const shown = contactOf(
      lead({ customFields: typed, business: { phone: '555 0199', website: 'https://found.example' } }),
    );
    expect(shown).toMatchObject({
      email: 'a@b.example',
      phone: '555 0100',
      website: 'typed.example',
      websiteHref: 'https://typed.example',
    });
  });

  it('fall back to the provider, and to the vicinity if there is no full address', () => {
    const shown = contactOf(
      lead({ business: { phone: null, internationalPhone: '+1 555', formattedAddress: null, vicinity: 'Main St' } }),
    );
    expect(shown).toMatchObject({ phone: '+1 555', address: 'Main St', email: '' });
  });

  it('are empty if they are unknown', () => {
    const unknown = { phone: null, internationalPhone: null, formattedAddress: null, vicinity: null, website: null };
    expect(contactOf(lead({ business: unknown }))).toMatchObject({ phone: '', address: '', email: '', website: '' });
  });

  it('name the owner, by the username if there is no full name', () => {
    expect(contactOf(lead({})).assignee).toBe('Sam Okafor');
    expect(contactOf(lead({ user: { id: 3, username: 'sam', fullName: '' } })).assignee).toBe('sam');
  });

  it('link only valid websites, and treat Not provided as empty', () => {
    expect(contactOf(lead({ business: { website: 'Not provided' } }))).toMatchObject({
      website: '',
      websiteHref: undefined,
    });
    expect(contactOf(lead({ business: { website: 'javascript:alert(1)' } })).websiteHref).toBeUndefined();
  });

  it('link maps only for leads that were not imported', () => {
    expect(contactOf(lead({})).mapsHref).toContain(
      'https://www.google.com/maps/search/?api=1&query=Pho%20Hanoi%20Kitchen',
    );
    expect(contactOf(lead({ tags: ['Hot', 'IMPORTED'] }))).toMatchObject({ isImported: true, mapsHref: undefined });
    expect(contactOf(lead({ tags: ['Hot'] })).isImported).toBe(false);
  });
});
