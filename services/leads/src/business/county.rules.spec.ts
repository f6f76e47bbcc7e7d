import { countyFromAddress, stateFromAddress } from './county.rules.js';

describe('the US state of an address', () => {
  it.each([
    ['123 Main St, Austin, TX 78701, USA', 'TX'],
    ['1 Elm Ave, Suite 4, Portland, OR 97201-1234, USA', 'OR'],
    ['1600 Pennsylvania Ave NW, Washington, DC 20500, USA', 'DC'],
    ['Calle 1, San Juan, PR 00901, USA', 'PR'],
    ['12 High St, ZZ 12345, USA', null],
    ['123 Main St, Austin, TX 78701', null],
    ['123 Main St, Austin, Texas 78701, USA', null],
    ['TX 78701, USA', null],
    ['10 Downing St, London SW1A 2AA, UK', null],
    ['', null],
    [null, null],
  ])('of %p is %p', (address, state) => expect(stateFromAddress(address)).toBe(state));
});

describe('the UK county of an address', () => {
  it.each([
    ['1 High St, Guildford, Surrey GU1 3AA, UK', 'Surrey'],
    ['1 High St, Guildford, Surrey, GU1 3AA, UK', 'Surrey'],
    ['1 High St, Guildford, surrey, UK', 'Surrey'],
    ['1 High St, Maidstone, Kent, ME14 1AA', 'Kent'],
    ['5 Quay, Newcastle, Tyne and Wear NE1 3DE, United Kingdom', 'Tyne and Wear'],
    ['Flat 2, Kent, Dartford, Greater London, DA1 1AA, UK', 'Greater London'],
    ['3 Glen Rd, Crieff, Perthshire PH7 3AA, Scotland', 'Perthshire'],
    ['Surrey, GU1 3AA, UK', null],
    ['12 Kent Road, London W1A 1AA, UK', null],
    ['10 Downing St, London SW1A 2AA, UK', null],
    ['4 Main St, Cumberland, MD 21502, USA', null],
    ['4 Main St, Durham, NC 27701, USA', null],
    ['', null],
    [null, null],
  ])('of %p is %p', (address, county) => expect(countyFromAddress(address)).toBe(county));
});
