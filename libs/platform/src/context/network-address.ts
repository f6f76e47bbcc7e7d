import { BlockList, isIPv6 } from 'node:net';

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns an IPv4 address itself, or the /64 of an IPv6 address, which belongs to one client (RFC 6177). */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '');
  const ipv4 = mapped.exec(bare)?.[1];
  if (ipv4) return ipv4;
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const prefix = [...groups, ...Array<string>(missing).fill('0'), ...(tail ? tail.split(':') : [])].slice(0, 4);
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

/** Whether an address is in one of the ranges or is one of the addresses. An IPv4 address in IPv6 counts as IPv4. */
export function addressesIn(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', length] = range.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(length), family);
  }
  return (address) => {
    const bare = address.replace(/%.*$/, '');
    const ipv4 = mapped.exec(bare)?.[1];
    return list.check(ipv4 ?? bare, ipv4 || !isIPv6(bare) ? 'ipv4' : 'ipv6');
  };
}
