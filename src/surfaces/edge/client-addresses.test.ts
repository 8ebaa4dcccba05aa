import { expect, test } from 'vitest'
import { addressKey, trustOnly } from './client-addresses.ts'

test('only named proxies are trusted, however their address is written', () => {
  const trusts = trustOnly(['10.0.0.0/8', '192.168.1.5', 'fd00::/8'])
  expect(trusts('10.1.2.3')).toBe(true)
  expect(trusts('::ffff:10.1.2.3')).toBe(true)
  expect(trusts('192.168.1.5')).toBe(true)
  expect(trusts('192.168.1.6')).toBe(false)
  expect(trusts('fd12::1')).toBe(true)
  expect(trusts('2001:db8::1')).toBe(false)
  expect(trusts('')).toBe(false)
  expect(trusts('unknown')).toBe(false)
})

test('without configuration nobody is trusted', () => {
  expect(trustOnly([])('127.0.0.1')).toBe(false)
})

test('an IPv6 client is its network, an IPv4 client its address', () => {
  expect(addressKey('203.0.113.7')).toBe('203.0.113.7')
  expect(addressKey('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(addressKey('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
  expect(addressKey('2001:0DB8:0001:2:ffff:1:2:3')).toBe('2001:db8:1:2::/64')
  expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(addressKey('::1')).toBe('0:0:0:0::/64')
  expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})
