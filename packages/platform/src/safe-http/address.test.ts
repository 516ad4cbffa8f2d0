import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalAddress, isPublicAddress } from './address.ts';

const dotted = (number: number) => [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

/** Each with whether the adjacent addresses below and above are public; they are unless another forbidden network follows. */
const IPV4: readonly [network: string, first: string, last: string, below: boolean, above: boolean][] = [
  ['this network', '0.0.0.0', '0.255.255.255', false, true],
  ['private', '10.0.0.0', '10.255.255.255', true, true],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255', true, true],
  ['loopback', '127.0.0.0', '127.255.255.255', true, true],
  ['IBM Cloud services', '161.26.0.0', '161.26.255.255', true, true],
  ['IBM Cloud services', '166.8.0.0', '166.11.255.255', true, true],
  ['Azure host', '168.63.129.16', '168.63.129.16', true, true],
  ['link-local, with the metadata services', '169.254.0.0', '169.254.255.255', true, true],
  ['private', '172.16.0.0', '172.31.255.255', true, true],
  ['protocol assignments', '192.0.0.0', '192.0.0.255', true, true],
  ['documentation', '192.0.2.0', '192.0.2.255', true, true],
  ['6to4 relays', '192.88.99.0', '192.88.99.255', true, true],
  ['private', '192.168.0.0', '192.168.255.255', true, true],
  ['benchmarks', '198.18.0.0', '198.19.255.255', true, true],
  ['documentation', '198.51.100.0', '198.51.100.255', true, true],
  ['documentation', '203.0.113.0', '203.0.113.255', true, true],
  ['multicast', '224.0.0.0', '239.255.255.255', true, false],
  ['reserved and broadcast', '240.0.0.0', '255.255.255.255', false, false],
];

test.each(IPV4)('IPv4: %s (%s to %s) is not public', (_name, first, last, below, above) => {
  const inner = [dotted(number(first) + 1), dotted(number(last) - 1)].filter(() => first !== last);
  for (const address of [first, last, ...inner]) {
    expect([address, isPublicAddress(address)]).toEqual([address, false]);
  }
  if (number(first) > 0) expect(isPublicAddress(dotted(number(first) - 1))).toBe(below);
  if (number(last) < 2 ** 32 - 1) expect(isPublicAddress(dotted(number(last) + 1))).toBe(above);
});

test('IPv4: exactly the addresses outside the forbidden networks are public', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 32 - 1 }), (one) => {
      const forbidden = IPV4.some(([, first, last]) => one >= number(first) && one <= number(last));
      return isPublicAddress(dotted(one)) === !forbidden;
    }),
    { numRuns: 5_000 },
  );
  expect(['1.1.1.1', '8.8.8.8', '93.184.215.14', '223.255.255.255'].every(isPublicAddress)).toBe(true);
});

test.each([
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '1fff:ffff::',
  '2001::1',
  '2001:0:53aa:64c:0:7c8b:80ff:fffe',
  '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db8::1',
  '2001:0db8:ffff::',
  '2002:7f00:1::',
  '2002:ffff::1',
  '3fff::1',
  '3fff:fff:ffff::',
  '4000::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1111%lo',
  'fec0::1',
  'ff02::1',
])('IPv6: %s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

/** Metadata addresses of cloud providers, tested in every notation in which IPv6 can embed an IPv4 address. */
const METADATA = {
  'AWS, Azure, Google, Oracle, OpenStack and others': '169.254.169.254',
  'AWS containers': '169.254.170.2',
  'Azure host': '168.63.129.16',
  Alibaba: '100.100.100.200',
  'Oracle (formerly)': '192.0.0.192',
  Tencent: '169.254.0.23',
  Scaleway: '169.254.42.42',
};

test.each(Object.entries(METADATA))('the metadata address of %s (%s) is not public in any notation', (_, address) => {
  const [one = 0, other = 0] = [number(address) >>> 16, number(address) & 0xffff];
  const [high, low] = [one.toString(16), other.toString(16)];
  const teredo = `${(one ^ 0xffff).toString(16)}:${(other ^ 0xffff).toString(16)}`;
  const forms = [
    address,
    `::${address}`,
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:FFFF:${high}:${low}`,
    `::ffff:0:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b:1::${address}`,
    `2002:${high}:${low}::1`,
    `2001:0:1:2:3:4:${teredo}`,
    `2606:4700::5efe:${address}`,
    `2606:4700::200:5efe:${address}`,
    `fe80::5efe:${address}`,
  ];
  expect(forms.filter(isPublicAddress)).toEqual([]);
});

test.each(['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42', 'fe80::a9fe:a9fe'])(
  'the metadata address %s is not public',
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

test.each([
  '2000::1',
  '2606:4700::5efe:808:808',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2001:db7:ffff::',
  '2001:db9::',
  '2003::1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '3ffe:ffff::1',
  '3fff:1000::1',
])('IPv6: %s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  '',
  'localhost',
  '1.2.3',
  '0177.0.0.1',
  '0x7f000001',
  '1.2.3.4.5',
  '256.1.1.1',
  '1.2.3.4/8',
  '[2606::1]',
  '::g',
])('"%s" is not an address, so it is not public', (text) => {
  expect(isPublicAddress(text)).toBe(false);
  expect(canonicalAddress(text)).toBeUndefined();
});

test('notations of the same address have the same canonical form', () => {
  expect(canonicalAddress('2606:4700:0:0:0:0:0:1111')).toBe(canonicalAddress('2606:4700::1111'));
  expect(canonicalAddress('::ffff:1.2.3.4')).toBe(canonicalAddress('::FFFF:102:304'));
  expect(canonicalAddress('1.2.3.4')).not.toBe(canonicalAddress('1.2.3.5'));
});
