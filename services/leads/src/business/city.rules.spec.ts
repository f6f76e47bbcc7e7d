import { cityFromAddress } from './city.rules.js';

describe('the city of an address', () => {
  it.each([
    ['1 Elm St, Reno, NV 89501, USA', 'reno'],
    ['1 Elm St, Suite 4, Reno, NV 89501-1234, USA', 'reno'],
    ['1 Elm St, Reno, NV 89501', 'reno'],
    ['1 Elm St, Reno, NV', 'reno'],
    ['5 Quay, Leeds LS1 4AP, UK', 'leeds'],
    ['5 Quay, Leeds, LS1 4AP, United Kingdom', 'leeds'],
    ['5 Quay, Leeds', 'leeds'],
    ['1 Elm St', null],
    ['NV 89501, USA', null],
    ['', null],
    [null, null],
  ])('of %p is %p', (address, city) => expect(cityFromAddress(address)).toBe(city));
});
