import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { libraryReads, likelyMountPointOf } from '../src/images/limit-library-reads.ts'
import { makeComic } from './fixtures/make-comic.ts'
import { openTestServer, type TestServer } from './server.ts'

describe('a share that hangs', () => {
  let server: TestServer
  let well: string
  beforeAll(async () => {
    server = await openTestServer('sqlite', { 'A/a.cbz': makeComic(1) }, (config) => {
      config.compat_api.enabled = true
    })
    await server.scan()
    well = mkdtempSync('/tmp/lectern-well-')
    mkdirSync(join(well, 'Books'))
  })
  afterAll(async () => {
    rmSync(well, { recursive: true })
    await server.close()
  })

  const request = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) =>
    server.request(method, url, { as: server.admin, body })
  const browse = (path: string) => request('GET', `filesystem/browse?path=${encodeURIComponent(path)}`)

  it('is reported wherever a folder is named or a file deleted, and other folders keep working', async () => {
    const [book] = (await request('GET', 'books')).json.data
    const back = await hang([server.library, likelyMountPointOf(server.library)])
    try {
      const elsewhere = join(server.library, 'A')
      const asked = [
        await browse(elsewhere),
        await request('POST', 'libraries', { name: 'B', path: elsewhere }),
        await request('POST', 'libraries/preview-scan', { path: elsewhere }),
        await request('POST', '/komga/api/v1/filesystem', { path: elsewhere }),
        await request('POST', '/komga/api/v1/transient-books', { path: elsewhere }),
        await request('DELETE', `books/${book.id}?file=delete`),
      ]
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 503))
      expect(asked[0]!.headers['retry-after']).toBe('30')
      expect(asked.map(({ text }) => text).join()).not.toContain(server.library)

      expect((await browse(well)).json.entries).toEqual([
        { name: 'Books', path: join(well, 'Books'), isDirectory: true, isReadable: true },
      ])
      // A folder that hangs is listed among its siblings, as unreadable.
      const beside = (await browse(dirname(likelyMountPointOf(server.library)))).json.entries as {
        path: string
        isReadable: boolean
      }[]
      expect(beside.find(({ path }) => path === likelyMountPointOf(server.library))?.isReadable).toBe(false)
      expect((await request('POST', 'libraries', { name: 'Well', path: well })).status).toBe(201)
    } finally {
      await back()
    }
    expect((await browse(join(server.library, 'A'))).status).toBe(200)
    expect(existsSync(join(server.library, 'A/a.cbz'))).toBe(true)
    expect((await request('DELETE', `books/${book.id}?file=delete`)).status).toBe(204)
    expect(existsSync(join(server.library, 'A/a.cbz'))).toBe(false)
  })
})

/** As if the threads that read there hadn't returned. */
async function hang(folders: string[]): Promise<() => Promise<void>> {
  const ends: (() => void)[] = []
  for (const folder of folders) {
    for (let n = 0; n < 4; n++) {
      const lost = () => new Promise<void>((resolve) => ends.push(resolve))
      await libraryReads.run(folder, lost, { timeoutMs: 1 }).catch(() => {})
    }
  }
  return async () => {
    for (const end of ends) end()
    await new Promise((resolve) => setImmediate(resolve))
  }
}
