import { mkdirSync, renameSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

const tagged = (pages: number) => makeComic(pages, { Series: 'Tagged', Notes: 'Tagged with a tool' })

const before = {
  'Saga/Saga 001.cbz': makeComic(4),
  'Inbox/Loose.cbz': makeComic(5),
  'Old/Left 01.cbz': makeComic(6),
  'Plain/Plain.cbz': makeComic(7),
  'Read/Read.cbz': makeComic(8),
  'Nobody/Nobody.cbz': makeComic(9),
  'Pairs/Pair.cbz': makeComic(10),
  'nas/Deep/Offline.cbz': makeComic(11),
  'nas/Equal.cbz': makeComic(12),
  'Kept/Kept.cbz': makeComic(13),
}

/** In addition to those above, which still exist when these are added. */
const copies = {
  'Saga/Saga #001 (2012).cbz': tagged(4),
  'Sorted/Loose.cbz': tagged(5),
  'New/Left 01.cbz': tagged(6),
  'Copied/Plain.cbz': makeComic(7),
  // This one has progress too.
  'Read/Read again.cbz': tagged(8),
  // The original has no user data.
  'Nobody/Nobody (2012).cbz': tagged(9),
  // Either could be the one that is gone.
  'Pairs/Pair (a).cbz': tagged(10),
  'Pairs/Pair (b).cbz': makeComic(10, { Notes: 'Tagged twice' }),
  // Their disk is unmounted.
  'local/Offline.cbz': tagged(11),
  'local/Equal.cbz': makeComic(12),
  // Its original stays.
  'Kept/Kept (2012).cbz': tagged(13),
}

describe.each(['sqlite', 'postgres'] as const)('books that were copied first and taken away later, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, before)
  })
  afterAll(() => server.close())

  const request = (method: 'GET' | 'PUT' | 'POST' | 'PATCH', path: string, body?: object) =>
    server.request(method, path, { as: server.admin, body })
  const at = (name: string) => join(server.library, name)
  const idsByName = async () => {
    const { json } = await request('POST', 'books/list?pageSize=100', {})
    const named = json.data.map((book: { filePath: string; id: string }) => [
      book.filePath.slice(server.library.length + 1),
      book.id,
    ])
    return new Map<string, string>(named)
  }
  const pageOf = async (id: string | undefined) =>
    (await request('GET', `books/${id}`)).json.book?.readProgress?.currentPage

  it('continue with the copy if that is certain, and stay missing otherwise', async () => {
    const library = await server.scan()
    const scan = async () => {
      await request('POST', `libraries/${library}/scan`)
      await server.waitForIdle()
      return idsByName()
    }
    const old = await idsByName()
    for (const [name, id] of old)
      if (!name.startsWith('Nobody/')) await request('PUT', `books/${id}/progress`, { currentPage: 3 })
    const saga = `books/${old.get('Saga/Saga 001.cbz')}`
    expect((await request('PATCH', `${saga}/metadata`, { summary: 'Read twice.' })).status).toBe(200)
    const list = (await request('POST', 'readlists', { name: 'L', ids: [old.get('Saga/Saga 001.cbz')] })).json

    for (const [name, bytes] of Object.entries(copies)) {
      mkdirSync(dirname(at(name)), { recursive: true })
      writeFileSync(at(name), bytes)
    }
    const both = await scan()
    expect(both.size).toBe(old.size + Object.keys(copies).length)
    await request('PUT', `books/${both.get('Read/Read again.cbz')}/progress`, { currentPage: 2 })

    for (const name of Object.keys(before)) if (!/^(nas|Kept)/.test(name)) rmSync(at(name))
    rmdirSync(at('Old'))
    renameSync(at('nas'), `${server.library}-nas`)
    mkdirSync(at('nas'))
    utimesSync(at('nas'), 1_500_000_000, 1_500_000_000)
    const now = await scan()

    expect([...now.keys()].sort()).toEqual([...Object.keys(copies), 'Kept/Kept.cbz'].sort())
    const became = [...now].flatMap(([name, id]) => {
      const was = [...old].find(([, one]) => one === id)
      return was ? [`${was[0]} → ${name}`] : []
    })
    expect(became.sort()).toEqual([
      'Inbox/Loose.cbz → Sorted/Loose.cbz',
      'Kept/Kept.cbz → Kept/Kept.cbz',
      'Old/Left 01.cbz → New/Left 01.cbz',
      'Plain/Plain.cbz → Copied/Plain.cbz',
      'Saga/Saga 001.cbz → Saga/Saga #001 (2012).cbz',
    ])
    const { book, metadata } = (await request('GET', saga)).json
    expect(book).toMatchObject({ analyzed: true, pageCount: 4, readProgress: { currentPage: 3 } })
    expect(metadata).toMatchObject({ summary: 'Read twice.' })
    expect((await request('GET', `readlists/${list.id}`)).json).toMatchObject({ bookCount: 1 })
    for (const name of ['Sorted/Loose.cbz', 'New/Left 01.cbz', 'Copied/Plain.cbz'])
      expect([name, await pageOf(now.get(name))]).toEqual([name, 3])
    // A book with its own user data neither lost it nor received another's.
    expect(now.get('Read/Read again.cbz')).toBe(both.get('Read/Read again.cbz'))
    expect(await pageOf(now.get('Read/Read again.cbz'))).toBe(2)
    expect(now.get('Nobody/Nobody (2012).cbz')).toBe(both.get('Nobody/Nobody (2012).cbz'))
    expect((await request('GET', `libraries/${library}/scan-status`)).json).toMatchObject({
      booksMoved: 4,
      booksAdded: 0,
      booksDeleted: 5,
    })

    // The disk is back with everything on it.
    rmdirSync(at('nas'))
    renameSync(`${server.library}-nas`, at('nas'))
    const later = await scan()
    for (const name of ['nas/Deep/Offline.cbz', 'nas/Equal.cbz']) {
      expect(later.get(name)).toBe(old.get(name))
      expect(await pageOf(later.get(name))).toBe(3)
    }
  })
})
