import { addressOf } from './query-client';

describe('The address of a query key', () => {
  it.each([
    [['/api/users'], '/api/users'],
    [['/api/business-profile', 12], '/api/business-profile/12'],
    [['/api/users/:id/leads', 12], '/api/users/12/leads'],
    [['/api/business-tag/:id/:tag', 12, 'a/b'], '/api/business-tag/12/a%2Fb'],
    [['/api/leads', { page: 2, q: '', tag: ['a', 'b'], state: undefined }], '/api/leads?page=2&tag=a&tag=b'],
  ])('%j is %s', (key, address) => {
    expect(addressOf(key)).toBe(address);
  });
});
