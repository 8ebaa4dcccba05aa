import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/databases.ts'
import { importFromSource } from './import-from-source.ts'
import { type KomgaImport, openKomgaImport } from './komga-import.fixture.ts'
import { readImportSource } from './read-import-source.ts'

const list = `'RDL0000000001'`
const book = (number: number) => `'BOK000000000${number}'`

describe.each(databaseKinds())('lists that are imported again, on %s', (kind) => {
  let test: KomgaImport
  const request = (method: string, path: string, body?: object) =>
    test.server.request(method as 'GET', path, { as: test.server.admin, ...(body && { body }) })
  const readLists = async () => (await request('GET', 'readlists')).json.data as { id: string; name: string }[]
  const listNamed = async (name: string) => (await readLists()).find((one) => one.name === name)!
  const booksOf = async (id: string) =>
    ((await request('GET', `readlists/${id}/books`)).json.data as { id: string }[]).map((one) => one.id)
  const renumber = (...numbers: number[]) => {
    for (const [index, number] of numbers.entries())
      test.komga.db.exec(`update READLIST_BOOK set NUMBER = ${index} where BOOK_ID = ${book(number)}`)
  }
  beforeAll(async () => {
    test = await openKomgaImport(kind)
    await test.run()
  })
  afterAll(() => test?.server.close())

  it('take over the name, the summary and the order that changed there', async () => {
    const { id } = await listNamed('In order')
    const before = await booksOf(id)
    test.komga.db.exec(`update READLIST set NAME = 'Renamed', SUMMARY = 'Newer' where ID = ${list}`)
    renumber(1, 2, 3, 4)
    expect((await test.runAfterDryRun()).counts.readList).toMatchObject({ updated: 1, imported: 0 })
    expect((await request('GET', `readlists/${id}`)).json).toMatchObject({ name: 'Renamed', summary: 'Newer' })
    expect(await booksOf(id)).toEqual([...before].reverse())
    expect((await test.runAfterDryRun()).counts.readList).toMatchObject({ unchanged: 1 })
  })

  it('keep the name and the order that were changed here', async () => {
    const { id } = await listNamed('Renamed')
    const [first, second, third] = await booksOf(id)
    const order = [second!, third!, first!]
    expect((await request('PUT', `readlists/${id}/books`, { bookIds: order })).status).toBeLessThan(300)
    await request('PATCH', `readlists/${id}`, { name: 'Ours' })
    expect((await test.runAfterDryRun()).counts.readList).toMatchObject({ unchanged: 1 })
    test.komga.db.exec(`update READLIST set NAME = 'Theirs', SUMMARY = 'Newest' where ID = ${list}`)
    renumber(4, 3, 1, 2)
    expect((await test.runAfterDryRun()).counts.readList).toMatchObject({ updated: 1 })
    expect((await request('GET', `readlists/${id}`)).json).toMatchObject({ name: 'Ours', summary: 'Newest' })
    expect(await booksOf(id)).toEqual(order)
  })

  it('put a new member behind the one that it follows there', async () => {
    const { id } = await listNamed('Ours')
    const [second, third, first] = await booksOf(id)
    test.komga.db.exec(`insert into READLIST values ('RDL0000000002', 'Two', '', 1)`)
    for (const [index, number] of [1, 2].entries())
      test.komga.db.exec(`insert into READLIST_BOOK values ('RDL0000000002', ${book(number)}, ${index})`)
    await test.runAfterDryRun()
    const two = await listNamed('Two')
    expect(await booksOf(two.id)).toEqual([first, second])
    await request('PUT', `readlists/${two.id}/books`, { bookIds: [second, first] })
    test.komga.db.exec(`insert into READLIST_BOOK values ('RDL0000000002', ${book(3)}, 5)`)
    expect((await test.runAfterDryRun()).counts.readList).toMatchObject({ updated: 1, unchanged: 1 })
    expect(await booksOf(two.id)).toEqual([second, third, first])
  })

  it('change nothing in a list that follows a filter, and say so before', async () => {
    const made = await request('POST', 'readlists', {
      name: 'By rule',
      condition: { title: { operator: 'is', value: 'A title by hand' } },
    })
    expect(made.status).toBe(201)
    const path = join(test.komga.folder, 'rules.jsonl.gz')
    await test.exportTo(path)
    const runExport = async (isDryRun: boolean) => {
      const source = await readImportSource(test.depsOf(), (await test.newSource(path)).id, path)
      return (await importFromSource(test.depsOf(), source.id, { isDryRun })).counts
    }
    await runExport(false)
    await request('PATCH', `readlists/${made.json.id}`, {
      condition: { title: { operator: 'is', value: 'something else' } },
    })
    await test.server.waitForIdle()
    const tried = await runExport(true)
    expect(tried.readList).toMatchObject({ rows: 3, unchanged: 3 })
    expect(tried).toEqual(await runExport(false))
  })

  it('stay apart from a list of the same name that follows a filter here', async () => {
    test.komga.db.exec(`insert into READLIST values ('RDL0000000003', 'By rule', '', 1)`)
    test.komga.db.exec(`insert into READLIST_BOOK values ('RDL0000000003', ${book(3)}, 0)`)
    expect((await test.runAfterDryRun()).counts.readList).toMatchObject({ imported: 1 })
    expect((await readLists()).filter(({ name }) => name === 'By rule')).toHaveLength(2)
  })
})
