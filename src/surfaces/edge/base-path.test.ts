import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
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

test('links contain the address of the connection if the Host header is unusable', () => {
  const basePath = openBasePath({ publicUrl: null, trusts: () => false, alias: () => undefined })
  const publicUrl = (host: string, localAddress: string) => {
    const socket = { localAddress, localPort: 8080 }
    return basePath.publicUrl({ protocol: 'http', host, socket, url: '/', raw: { headers: {} } } as FastifyRequest)
  }
  expect(publicUrl('books:81', '10.0.0.2')).toBe('http://books:81')
  for (const host of ['', '[', 'books:99999', 'books:x', '%'])
    expect(publicUrl(host, '10.0.0.2')).toBe('http://10.0.0.2:8080')
  expect(publicUrl('', '::1')).toBe('http://[::1]:8080')
})
