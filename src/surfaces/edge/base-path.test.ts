import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { normaliseUrl, openBasePath } from './base-path.ts'

const rewrite = (url: string, alias?: { from: string; to: string }) =>
  openBasePath({ publicUrl: null, trusts: () => false, alias: () => alias }).rewriteUrl({
    url,
    headers: {},
    socket: {},
  } as IncomingMessage)

test('an address is the same however its characters are encoded', () => {
  expect(normaliseUrl('/%6Bomga/%61pi/v1?x=%41')).toBe('/komga/api/v1?x=%41')
  expect(normaliseUrl('/a%2Fb%20c/%C3%A9')).toBe('/a%2Fb%20c/%C3%A9')
})

test('disabled and unknown paths are not found, however they are encoded', () => {
  for (const url of [
    '/~compat/api/v1/books',
    '/%7Ecompat/api/v1/books',
    '/%7ecompat/%61pi/v1/books',
    '/%6Bomga/api/v1/books',
  ])
    expect(rewrite(url)).toMatch(/^\/~\//)
  const komga = { from: '/komga', to: '/~compat' }
  expect(rewrite('/%6Bomga/api/v1/books', komga)).toBe('/~compat/api/v1/books')
  expect(rewrite('/%7Ecompat/api/v1/books', komga)).toMatch(/^\/~\//)
})
