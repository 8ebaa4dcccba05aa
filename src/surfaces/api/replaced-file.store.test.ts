import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makeManual } from '../../../test/fixtures/make-manual.ts'
import { makeNovel } from '../../../test/fixtures/make-novel.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

describe.each(['sqlite', 'postgres'] as const)('pages of a file that is replaced on %s', (kind) => {
  let server: TestServer
  let library: string
  const request = (path: string, headers?: Record<string, string>) =>
    server.request('GET', path, { as: server.admin, headers })

  beforeAll(async () => {
    server = await openTestServer(kind, {
      'Saga/Saga 1.cbz': makeComic(2),
      'Saga/Unfinished.cbz': makeComic(2).subarray(0, 200),
      'Manuals/manual.pdf': makeManual({ pages: 2 }),
      'Novels/Rain.epub': makeNovel('Rain', ['It rained.', 'It ended.']),
    })
    library = await server.scan()
  }, 240_000)
  afterAll(() => server.close())

  const find = async (name: string) => {
    const { data } = (await request('books')).json as { data: { id: string; filePath: string }[] }
    return data.find(({ filePath }) => filePath.endsWith(name))!.id
  }
  const versionOf = async (id: string): Promise<string> =>
    (await request(`books/${id}?fileVersion=true`)).json.fileVersion

  it('are listed anew once there are any', async () => {
    const id = await find('Unfinished.cbz')
    const { json, headers } = await request(`books/${id}/pages`)
    expect(json).toEqual([])
    expect(headers.etag).not.toContain(await versionOf(id))
  })

  const replace = async (file: string, bytes: Uint8Array) => {
    writeFileSync(join(server.library, file), bytes)
    await server.request('POST', `libraries/${library}/scan`, { as: server.admin })
    await server.waitForIdle()
  }

  it('of an EPUB are chapters that no browser shows without asking', async () => {
    const id = await find('Rain.epub')
    const { readingOrder } = (await request(`books/${id}/manifest`)).json as { readingOrder: { href: string }[] }
    const path = readingOrder[0]!.href.replace(/^.*\/resources\//, `books/${id}/resources/`)
    const { text, headers } = await request(path)
    expect(text).toContain('It rained.')
    expect(headers['cache-control']).toBe('private, no-cache')
    const own = { 'if-none-match': String(headers.etag) }
    expect((await request(path, own)).status).toBe(304)
    await replace('Novels/Rain.epub', makeNovel('Rain', ['It snowed.', 'It ended.']))
    expect((await request(path, own)).text).toContain('It snowed.')
  })

  it.each([
    ['Saga 1.cbz', 'Saga', makeComic(3), ['pages/1', 'pages/1?width=100']],
    ['manual.pdf', 'Manuals', makeManual({ pages: 3 }), ['pages/1', 'pages/1/text', 'pages/1/tiles/2400/0/0']],
  ])('of %s are cached for good only by the version of the file', async (name, folder, next, paths) => {
    const id = await find(name)
    const before = await versionOf(id)
    const policy = async (path: string, v?: string) => {
      const query = v === undefined ? '' : `${path.includes('?') ? '&' : '?'}v=${v}`
      const { status, headers } = await request(`books/${id}/${path}${query}`)
      return [status, headers['cache-control']]
    }
    const tags = await Promise.all(paths.map(async (path) => (await request(`books/${id}/${path}`)).headers.etag))
    for (const path of paths) {
      expect([path, ...(await policy(path))]).toEqual([path, 200, 'private, no-cache'])
      expect([path, ...(await policy(path, before))]).toEqual([path, 200, 'private, max-age=31536000, immutable'])
    }
    await replace(join(folder, name), next)
    const after = await versionOf(id)
    expect(after).not.toBe(before)
    for (const [index, path] of paths.entries()) {
      const { status } = await request(`books/${id}/${path}`, { 'if-none-match': String(tags[index]) })
      expect([path, status]).toEqual([path, 200])
      // Whoever still has the old version in the URL gets the new page, which is not stored under it.
      expect([path, ...(await policy(path, before))]).toEqual([path, 200, 'private, no-cache'])
      expect([path, ...(await policy(path, after))]).toEqual([path, 200, 'private, max-age=31536000, immutable'])
    }
  })
})
