import { contactOf } from './contact.rules';
import { lead } from './leads.fixture';

describe('The ways to contact a lead', () => {
  it("use a user's edit before the provider's data", () => {
    const typed = { email: 'a@b.example', phoneNumber: '555 0100', website: 'typed.example' };
    const shown = contactOf(
      lead({ customFields: typed, business: { phone: '555 0199', website: 'https://found.example' } }),
    );
    expect(shown).toMatchObject({ email: 'a@b.example', phone: '555 0100', websiteHref: 'https://typed.example' });
  });

  it('fall back to the provider, and to the vicinity if there is no full address', () => {
    const shown = contactOf(
      lead({ business: { phone: null, internationalPhone: '+1 555', formattedAddress: null, vicinity: 'Main St' } }),
    );
    expect(shown).toMatchObject({ phone: '+1 555', address: 'Main St', email: '' });
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
    expect(contactOf(lead({ tags: ['Imported'] }))).toMatchObject({ isImported: true, mapsHref: undefined });
  });
});
