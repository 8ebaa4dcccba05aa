import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { defaultConfig } from '../../config/load-config.ts'
import { reasonOf } from '../../contract/reasons.ts'
import { downloadPackage, integrityOf } from './download-package.ts'

const published = Buffer.from('the package as it was published')
const hashOf = (algorithm: string, bytes = published) => createHash(algorithm).update(bytes)
const config = defaultConfig()
let sent = published
let version = '1.0.0'
let dist: Record<string, string> = {}
const registry = createServer((request, response) => {
  if (request.url === '/breaks-off.tgz') {
    response.writeHead(200, { 'content-length': 5000 }).write('the package')
    setTimeout(() => response.destroy(), 20)
  } else if (request.url === '/without-end.tgz') {
    const writeMore = () => {
      while (response.write(Buffer.alloc(1 << 16))) if (response.destroyed) return
      response.once('drain', writeMore)
    }
    writeMore()
  } else if (request.url === '/stops.tgz') {
    response.writeHead(200, { 'content-length': 5000 }).write('the package')
  } else if (request.url!.endsWith('.tgz')) response.end(sent)
  else response.end(JSON.stringify({ version, dist: { tarball: `${config.plugins.registry}/a-1.0.0.tgz`, ...dist } }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  config.plugins.registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
})
afterAll(() => {
  registry.closeAllConnections()
  registry.close()
})

const download = (said: Record<string, string>, bytes = published, known?: string) => {
  dist = said
  sent = bytes
  return downloadPackage(config, 'a', '1.0.0', known)
}

it('accepts a package that matches the registry’s checksum', async () => {
  const integrity = integrityOf(published)
  expect(await download({ integrity })).toMatchObject({ version: '1.0.0', integrity })
  // Old packages have only a SHA-1 checksum.
  expect((await download({ shasum: hashOf('sha1').digest('hex') })).bytes).toHaveLength(published.length)
})

it('refuses a changed or damaged package, and says so', async () => {
  const changed = Buffer.from('the package with something else inside')
  await expect(download({ integrity: integrityOf(published) }, changed)).rejects.toThrow(
    'a@1.0.0 doesn’t match its checksum.',
  )
  // A matching weak checksum doesn't outweigh a strong one that doesn't match.
  const weak = `sha1-${hashOf('sha1', changed).digest('base64')}`
  await expect(download({ integrity: `${weak} ${integrityOf(published)}` }, changed)).rejects.toThrow('checksum')
  await expect(download({}, published)).rejects.toThrow('no checksum')
  await expect(download({ integrity: 'md5-AAAA' }, published)).rejects.toThrow('checksum')
})

it('refuses a version whose content changed since it was installed', async () => {
  const other = Buffer.from('published again under the same version')
  await expect(download({ integrity: integrityOf(other) }, other, integrityOf(published))).rejects.toThrow(
    'differs from what was installed before',
  )
})

it.each([
  ['not an address', 'invalid version or address'],
  ['file:///etc/passwd', 'neither http nor https'],
  ['/breaks-off.tgz', 'can’t be reached'],
  ['/without-end.tgz', 'larger than 32 MiB'],
])('says why it can’t download a package from %s', async (path, reason) => {
  const tarball = path.startsWith('/') ? config.plugins.registry + path : path
  const failure = await download({ tarball, integrity: integrityOf(published) }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'unprocessable', message: expect.stringContaining(reason) })
})

it('doesn’t wait for ever for a registry that is silent, or stops in the middle', async () => {
  const integrity = integrityOf(published)
  dist = { tarball: `${config.plugins.registry}/stops.tgz`, integrity }
  const patience = { aboutMs: 60_000, packageMs: 500 }
  const message = 'The registry didn’t respond within 0.5 s.'
  await expect(downloadPackage(config, 'a', '1.0.0', integrity, patience)).rejects.toThrow(message)
  expect(reasonOf(message)).toEqual({ code: 'registry_silent', params: { seconds: '0.5' } })
})

it('refuses a version that is none', async () => {
  version = '../../evil'
  onTestFinished(() => {
    version = '1.0.0'
  })
  await expect(download({ integrity: integrityOf(published) })).rejects.toThrow('invalid version or address')
})
