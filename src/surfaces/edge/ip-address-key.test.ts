import { expect, test } from 'vitest'
import { ipAddressKey } from './ip-address-key.ts'

test('an IPv6 client is its network, an IPv4 client its address', () => {
  expect(ipAddressKey('203.0.113.7')).toBe('203.0.113.7')
  expect(ipAddressKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(ipAddressKey('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(ipAddressKey('2001:0DB8:0001:2:ffff:1:2:3')).toBe('2001:db8:1:2::/64')
  expect(ipAddressKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(ipAddressKey('::1')).toBe('0:0:0:0::/64')
  expect(ipAddressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})
