import { addressesIn, networkOf } from './network-address.js';

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => expect(networkOf(address)).toBe(network));
});

describe('an address is in ranges', () => {
  const ranges = ['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48', '2001:db8:2::9'];
  it.each([
    ['203.0.113.0', true],
    ['203.0.113.255', true],
    ['203.0.114.0', false],
    ['::ffff:203.0.113.9', true],
    ['::ffff:203.0.114.9', false],
    ['198.51.100.7', true],
    ['198.51.100.8', false],
    ['2001:db8:1:ffff::1', true],
    ['2001:DB8:1::1', true],
    ['2001:db8:2::9', true],
    ['2001:db8:2::a', false],
    ['fe80::1%eth0', false],
    ['', false],
  ])('%s: %s', (address, isIn) => expect(addressesIn(ranges)(address)).toBe(isIn));

  it('of both families for the widest ranges', () => {
    expect(addressesIn(['0.0.0.0/0'])('192.0.2.1')).toBe(true);
    expect(addressesIn(['0.0.0.0/0'])('2001:db8::1')).toBe(false);
    expect(addressesIn(['::/0'])('2001:db8::1')).toBe(true);
  });
});
