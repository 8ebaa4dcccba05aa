import { expect, test } from 'vitest'
import { makeTrustedProxyCheck } from './trusted-proxies.ts'

test('only named proxies are trusted, however their address is written', () => {
  const trusts = makeTrustedProxyCheck(['10.0.0.0/8', '192.168.1.5', 'fd00::/8'])
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
  expect(makeTrustedProxyCheck([])('127.0.0.1')).toBe(false)
})
