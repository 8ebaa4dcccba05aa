import { expect, test } from 'vitest'
import { clientAddress, ipAddressKey } from './ip-address-key.ts'

test('an IPv6 client is its network, an IPv4 client its address', () => {
  expect(ipAddressKey('203.0.113.7')).toBe('203.0.113.7')
  expect(ipAddressKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(ipAddressKey('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(ipAddressKey('2001:0DB8:0001:2:ffff:1:2:3')).toBe('2001:db8:1:2::/64')
  expect(ipAddressKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(ipAddressKey('::1')).toBe('0:0:0:0::/64')
  expect(ipAddressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('a client is the same however its proxy writes the address', () => {
  expect(['203.0.113.7:50312', '[::ffff:203.0.113.7]:80', '::ffff:cb00:7107'].map(ipAddressKey)).toEqual(
    Array(3).fill('203.0.113.7'),
  )
  expect(ipAddressKey('0:0:0:0:0:ffff:cb00:7107')).toBe('203.0.113.7')
  expect(['[2001:db8:1:2::1]:50312', '[2001:db8:1:2::2]'].map(ipAddressKey)).toEqual(Array(2).fill('2001:db8:1:2::/64'))
  expect(clientAddress({ ip: '203.0.113.7:50312' })).toBe('203.0.113.7')
  expect(clientAddress({ ip: '[2001:db8:1:2::1]:50312' })).toBe('2001:db8:1:2::1')
  expect(clientAddress({ ip: 'unknown' })).toBe('unknown')
})
