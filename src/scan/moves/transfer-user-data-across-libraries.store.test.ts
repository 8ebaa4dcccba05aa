import { copyFileSync, mkdirSync, renameSync, rmdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

const tagged = (pages: number) => makeComic(pages, { Notes: 'Tagged with a tool' })

const pages = {
  'Source first/As it was.cbz': 4,
  'Source first/Tagged.cbz': 5,
  'Target first/As it was.cbz': 6,
  'Target first/Tagged.cbz': 7,
  'Copied first/As it was.cbz': 8,
  'Copied first/Tagged.cbz': 9,
  'To all/As it was.cbz': 13,
  'To all later/As it was.cbz': 14,
  'Stays/As it was.cbz': 10,
  'Stays/Tagged.cbz': 11,
}

describe.each(['sqlite', 'postgres'] as const)('files that go from one library to another, on %s', (kind) => {
  let server: TestServer
  let source: string
  let target: string
  let old: Map<string, string>
  const request = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object) =>
    server.request(method, path, { as: server.admin, body })
  const from = (name: string) => join(server.library, name)
  const to = (name: string) => join(`${server.library}-target`, name)
  const scan = async (library: string) => {
    await request('POST', `libraries/${library}/scan`)
    await server.waitForIdle()
  }
  const books = async (): Promise<{ id: string; filePath: string; libraryId: string }[]> =>
    (await request('POST', 'books/list?pageSize=100', {})).json.data
  const idAt = async (file: string) => (await books()).find((book) => book.filePath === file)?.id

  beforeAll(async () => {
    server = await openTestServer(
      kind,
      Object.fromEntries(Object.entries(pages).map(([name, count]) => [name, makeComic(count)])),
    )
    mkdirSync(to(''))
    writeFileSync(to('Other.cbz'), makeComic(3))
    source = await server.scan()
    target = (await request('POST', 'libraries', { name: 'Target', path: to('') })).json.id
    await scan(target)
    old = new Map((await books()).map((book) => [book.filePath, book.id]))
    for (const name of Object.keys(pages))
      await request('PUT', `books/${old.get(from(name))}/progress`, {
        currentPage: pages[name as keyof typeof pages] - 1,
      })
  })
  afterAll(async () => {
    await server.close()
    rmSync(to(''), { recursive: true, force: true })
  })

  /** The unchanged file, and one rewritten by a tool. */
  function put(folder: string) {
    mkdirSync(to(folder))
    copyFileSync(from(`${folder}/As it was.cbz`), to(`${folder}/As it was.cbz`))
    writeFileSync(to(`${folder}/New.cbz`), tagged(pages[`${folder}/Tagged.cbz` as keyof typeof pages]))
  }
  const remove = (folder: string) => rmSync(from(folder), { recursive: true })
  async function expectTheSame(folder: string) {
    for (const [was, is] of [
      ['As it was', 'As it was'],
      ['Tagged', 'New'],
    ]) {
      const name = `${folder}/${was}.cbz`
      const id = old.get(from(name))
      expect([name, await idAt(to(`${folder}/${is}.cbz`))]).toEqual([name, id])
      expect((await request('GET', `books/${id}`)).json.book).toMatchObject({
        libraryId: target,
        analyzed: true,
        readProgress: { currentPage: pages[name as keyof typeof pages] - 1 },
      })
    }
  }

  it('are the same books if the library they left is scanned first', async () => {
    put('Source first')
    remove('Source first')
    await scan(source)
    await scan(target)
    await expectTheSame('Source first')
  })

  it('are the same books if the library they moved to is scanned first', async () => {
    put('Target first')
    remove('Target first')
    await scan(target)
    await scan(source)
    await expectTheSame('Target first')
  })

  it('are the same books if they were in both libraries for a while', async () => {
    put('Copied first')
    await scan(target)
    await scan(source)
    expect(await idAt(to('Copied first/New.cbz'))).not.toBe(old.get(from('Copied first/Tagged.cbz')))
    remove('Copied first')
    await scan(source)
    await expectTheSame('Copied first')
  })

  it('keep the progress of each user when they move to a library that other users see', async () => {
    const open = `${server.library}-open`
    mkdirSync(open)
    writeFileSync(join(open, 'Other.cbz'), makeComic(2))
    const everyones = (await request('POST', 'libraries', { name: 'Open', path: open })).json.id
    await scan(everyones)
    const child = await server.addUser('child', { allLibraries: false, libraryIds: [everyones] })
    const adult = await server.addUser('adult')
    const read = (name: string, currentPage: number) =>
      server.request('PUT', `books/${old.get(from(name))}/progress`, { as: adult.as, body: { currentPage } })
    await read('To all/As it was.cbz', 5)
    await read('To all later/As it was.cbz', 6)
    for (const [folder, first, second] of [
      ['To all', source, everyones],
      ['To all later', everyones, source],
    ] as const) {
      renameSync(from(`${folder}/As it was.cbz`), join(open, `${folder}.cbz`))
      await scan(first)
      await scan(second)
    }
    const placesOf = async (as: string) => {
      const { json } = await server.request('POST', 'books/list?pageSize=100', { as, body: {} })
      return json.data
        .filter((book: { filePath: string }) => /(^|\/)To all( later)?\.cbz$/.test(book.filePath))
        .map((book: { readProgress: { currentPage: number } | null }) => book.readProgress?.currentPage)
        .sort()
    }
    expect(await placesOf(adult.as)).toEqual([5, 6])
    expect(await placesOf(server.admin)).toEqual([12, 13])
    expect(await placesOf(child.as)).toEqual([undefined, undefined])
    rmSync(open, { recursive: true })
  })

  it('are copies if the disk of the first library is only unmounted', async () => {
    const mounted = `${server.library}-mounted`
    renameSync(server.library, mounted)
    mkdirSync(server.library)
    utimesSync(server.library, 1_500_000_000, 1_500_000_000)
    mkdirSync(to('Stays'))
    copyFileSync(join(mounted, 'Stays/As it was.cbz'), to('Stays/As it was.cbz'))
    writeFileSync(to('Stays/New.cbz'), tagged(11))
    await scan(source)
    await scan(target)
    rmdirSync(server.library)
    renameSync(mounted, server.library)
    await scan(source)
    await scan(target)
    for (const name of ['Stays/As it was.cbz', 'Stays/Tagged.cbz']) {
      expect([name, await idAt(from(name))]).toEqual([name, old.get(from(name))])
      expect((await request('GET', `books/${old.get(from(name))}`)).json.book.readProgress).toMatchObject({})
    }
    expect(await idAt(to('Stays/New.cbz'))).toBeDefined()
  })

  it('are the same books if they were the last ones of their library', async () => {
    mkdirSync(to('Last'))
    renameSync(from('Stays/As it was.cbz'), to('Last/As it was.cbz'))
    remove('Stays')
    await scan(target)
    expect(await idAt(to('Last/As it was.cbz'))).toBe(old.get(from('Stays/As it was.cbz')))
  })
})
