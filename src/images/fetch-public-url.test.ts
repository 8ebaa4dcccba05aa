import { createServer } from 'node:http'
import { describe, expect, it } from 'vitest'
import { FetchRefused, fetchPublicUrl, isPublicAddress } from './fetch-public-url.ts'

const limits = { maxBytes: 1000, timeoutMs: 1000 }

describe('fetching from addresses that people give', () => {
  it('knows what is public', () => {
    for (const address of ['8.8.8.8', '2606:4700::1111', '2a00:1450::1', '3ffe::1'])
      expect(isPublicAddress(address), address).toBe(true)
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.20.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '0.0.0.0',
      '100.64.0.1',
      '224.0.0.1',
      '::1',
      '::',
      'fe80::1',
      'fd00::1',
      '::ffff:127.0.0.1',
      '::ffff:a9fe:a9fe',
      '64:ff9b::7f00:1',
      'fec0::1',
      '3fff::1',
      '4000::1',
      '2002:7f00:1::',
      'nonsense',
    ])
      expect(isPublicAddress(address), address).toBe(false)
  })
  it('refuses addresses that can’t be asked', async () => {
    for (const url of [
      'http://name:%E0@books.example/',
      'http://books.example:99999/',
      'http://',
      'ftp://books.example/',
    ])
      await expect(fetchPublicUrl(url, limits), url).rejects.toThrow(FetchRefused)
  })
  it('never reaches this machine, by address or by name', async () => {
    const server = createServer((_, response) => response.end('secret'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1']) {
      await expect(fetchPublicUrl(`http://${host}:${port}/`, limits), host).rejects.toThrow(FetchRefused)
    }
    server.close()
  })
  it('fetches nothing but http', async () => {
    await expect(fetchPublicUrl('file:///etc/passwd', limits)).rejects.toThrow(/must start with http/)
  })
})
