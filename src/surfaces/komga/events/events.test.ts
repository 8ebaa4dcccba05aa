import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePng } from '../../../../test/fixtures/make-images.ts'
import { makeBook, makeLibrary, makeSeries } from '../../../../test/rows.ts'
import { openTestServer, password, type TestServer } from '../../../../test/server.ts'
import { importBookTask } from '../../../catalog/files/import-book-task.ts'
import { bytesToUuid } from '../../../store/uid.ts'
import { basic, formOf, hyphenated, plain } from '../komga-context.fixture.ts'

let server: TestServer
let url: string
const ids = { series: '', book: '', library: '' }
const aborts: AbortController[] = []

beforeAll(async () => {
  server = await openTestServer('sqlite', {}, (config) => {
    config.compat_api.enabled = true
    config.tasks.workers = 0
  })
  await server.db.transaction(async (tx) => {
    const library = await makeLibrary(tx)
    const series = await makeSeries(tx, library, { title: 'S', book_count: 2 })
    const [book] = [await makeBook(tx, series), await makeBook(tx, series)]
    Object.assign(ids, { library: library.uid.toHex(), series: series.uid.toHex(), book: book.uid.toHex() })
  })
  await server.lectern.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.lectern.app.server.address() as { port: number }
  url = `http://127.0.0.1:${address.port}/komga`
})
afterAll(async () => {
  for (const abort of aborts) abort.abort()
  await server.close()
})

const headers = basic('root', password)
const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  server.request(method, `/komga/api/v1/${path}`, { headers, body })

async function listen(with_: Record<string, string>) {
  const abort = new AbortController()
  aborts.push(abort)
  const response = await fetch(`${url}/sse/v1/events`, { headers: with_, signal: abort.signal })
  const reader = response.body!.getReader()
  let text = ''
  return {
    response,
    async until(wanted: string) {
      while (!text.includes(wanted)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`ended without ${wanted}:\n${text}`)
        text += new TextDecoder().decode(value)
      }
      return text
    },
  }
}

const said = (text: string, name: string): unknown[] =>
  [...text.matchAll(new RegExp(`event:${name}\ndata:(.+)\n\n`, 'g'))].map((match) => JSON.parse(match[1]!))

test('tells an admin at once how much is to do, which komf waits for', async () => {
  const { response, until } = await listen(headers)
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const text = await until('TaskQueueStatus')
  await until('\n\n')
  expect(said(`${text}\n\n`, 'TaskQueueStatus')[0]).toEqual({ count: 0, countByType: {} })
})

test('tells what happens in Komga’s words, with ids without hyphens', async () => {
  const { until } = await listen(headers)
  await until('TaskQueueStatus')
  await send('PATCH', `books/${ids.book}/read-progress`, { page: 2 })
  expect(said(await until('ReadProgressChanged\ndata:{"bookId":"'), 'ReadProgressChanged').length).toBeLessThan(2)
  await send('POST', `series/${ids.series}/read-progress`)
  await until('ReadProgressSeriesChanged')
  await send('DELETE', `series/${ids.series}/read-progress`)
  await until('ReadProgressDeleted')
  await until('ReadProgressSeriesDeleted')
  await send('PATCH', `series/${ids.series}/metadata`, { title: 'Other' })
  await until('SeriesChanged\n')
  await send('PATCH', `books/${ids.book}/metadata`, { title: 'Other' })
  await until('BookChanged')
  const made = await send('POST', 'collections', { name: 'C', ordered: false, seriesIds: [ids.series] })
  await until(`CollectionAdded\ndata:{"collectionId":"${made.json.id}","seriesIds":["${ids.series}"]}`)
  await send('DELETE', `collections/${made.json.id}`)
  const whole = await until(`CollectionDeleted\ndata:{"collectionId":"${made.json.id}","seriesIds":["${ids.series}"]}`)
  expect(said(whole, 'BookChanged')[0]).toEqual({ bookId: ids.book, seriesId: ids.series, libraryId: ids.library })
  expect(said(whole, 'SeriesChanged')[0]).toEqual({ seriesId: ids.series, libraryId: ids.library })
})

test('tells of collections and read lists that change through our own API, to those who may see them', async () => {
  const outsider = await server.addUser('outsider', { allLibraries: false, libraryIds: [] })
  const { until } = await listen(headers)
  const { until: untilOutside } = await listen(basic('outsider', password))
  const own = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
    server.request(method, path, { as: server.admin, body })
  const made = await own('POST', 'readlists', { name: 'R', ids: [hyphenated(ids.book)] })
  const id = plain(made.json.id)
  await until(`ReadListAdded\ndata:{"readListId":"${id}","bookIds":["${ids.book}"]}`)
  await own('PATCH', `readlists/${made.json.id}`, { name: 'Other' })
  await until(`ReadListChanged\ndata:{"readListId":"${id}"`)
  await own('DELETE', `readlists/${made.json.id}/books/${hyphenated(ids.book)}`)
  await until(`ReadListChanged\ndata:{"readListId":"${id}","bookIds":[]}`)
  await own('DELETE', `readlists/${made.json.id}`)
  await until(`ReadListDeleted\ndata:{"readListId":"${id}"`)

  await own('POST', 'collections', { name: 'Hidden', ids: [hyphenated(ids.series)] })
  const mine = await server.request('POST', 'collections', { as: outsider.as, body: { name: 'Mine' } })
  const heard = await untilOutside(`CollectionAdded\ndata:{"collectionId":"${plain(mine.json.id)}"`)
  expect(said(heard, 'CollectionAdded')).toHaveLength(1)
})

test('reports a series without books as gone', async () => {
  const { until } = await listen(headers)
  await until('TaskQueueStatus')
  const { empty, before } = await server.db.transaction(async (tx) => {
    const library = await tx.selectFrom('library').selectAll().executeTakeFirstOrThrow()
    const series = await tx.selectFrom('series').select('class').executeTakeFirstOrThrow()
    return { empty: await makeSeries(tx, library, { title: 'Empty', book_count: 0, class: 0 }), before: series.class }
  })
  const about = { seriesId: bytesToUuid(empty.uid), libraryId: hyphenated(ids.library) }
  server.lectern.context.events.emit({ type: 'series_updated', ...about, fields: [] }, { class: before })
  await until(`SeriesDeleted\ndata:{"seriesId":"${plain(about.seriesId)}"`)
})

test('reports a removed cover', async () => {
  const { until } = await listen(headers)
  await until('TaskQueueStatus')
  for (const [path, name, id] of [
    [`books/${ids.book}`, 'ThumbnailBook', `{"bookId":"${ids.book}","seriesId":"${ids.series}"`],
    [`series/${ids.series}`, 'ThumbnailSeries', `{"seriesId":"${ids.series}"`],
  ] as const) {
    const { payload, headers: type } = await formOf({ file: makePng(20, 30, 3), selected: 'true' })
    const at = `/komga/api/v1/${path}/thumbnails`
    const { json } = await server.request('POST', at, { headers: { ...headers, ...type }, body: payload })
    await until(`${name}Added\ndata:${id}`)
    expect((await server.request('DELETE', `${at}/${json.id}`, { headers })).status).toBe(202)
    await until(`${name}Deleted\ndata:${id}`)
  }
})

test('tells an admin why a file was not imported', async () => {
  const { until } = await listen(headers)
  const about = { taskId: crypto.randomUUID(), libraryId: null, seriesId: null, bookId: null }
  const { events } = server.lectern.context
  events.emit({ type: 'task_failed', taskType: 'scan_library', ...about, error: 'no' }, { permission: 'TasksRead' })
  events.emit({ type: 'task_failed', taskType: 'import_book', ...about, error: 'no' }, { permission: 'TasksRead' })
  const text = await until('"message":"no"}')
  expect(said(`${text}\n\n`, 'BookImported')).toEqual([{ bookId: null, sourceFile: '', success: false, message: 'no' }])
})

test('reports an imported file once it is a book', async () => {
  const { until } = await listen(headers)
  const { events, tasks } = server.lectern.context
  const seriesId = (await server.db.query.selectFrom('series').select('id').executeTakeFirstOrThrow()).id
  const { task } = await tasks.add(importBookTask, { seriesId, params: { source: '/in/new.cbz', mode: 'copy' } })
  const result = JSON.stringify({ path: 'S/new.cbz' })
  await server.db.transaction((tx) => tx.updateTable('task').set({ result }).where('uid', '=', task.uid).execute())
  const about = { taskId: bytesToUuid(task.uid), libraryId: null, seriesId: null, bookId: null }
  events.emit({ type: 'task_completed', taskType: 'import_book', ...about }, { permission: 'TasksRead' })
  await send('PATCH', `books/${ids.book}/read-progress`, { page: 1 })
  expect(said(`${await until('ReadProgressChanged')}\n\n`, 'BookImported')).toEqual([])

  const book = await server.db.transaction(async (tx) => {
    const series = await tx.selectFrom('series').selectAll().where('id', '=', seriesId).executeTakeFirstOrThrow()
    return makeBook(tx, series, { path: 'S/new.cbz' })
  })
  const [bookId, libraryId] = [bytesToUuid(book.uid), hyphenated(ids.library)]
  events.emit({ type: 'book_created', bookId, seriesId: hyphenated(ids.series), libraryId }, { class: book.class })
  const text = `${await until('event:BookImported')}${await until('"message":null}')}\n\n`
  expect(said(text, 'BookImported')[0]).toEqual({
    bookId: plain(bookId),
    sourceFile: '/in/new.cbz',
    success: true,
    message: null,
  })
})

test("sends a reader no task events and nobody else's progress", async () => {
  const reader = await server.addUser('reader')
  expect(reader.id).toBeTruthy()
  const { until } = await listen(basic('reader', password))
  await send('PATCH', `books/${ids.book}/read-progress`, { page: 3 })
  await send('PATCH', `books/${ids.book}/metadata`, { title: 'Yet another' })
  const text = await until('BookChanged')
  expect(text).not.toContain('ReadProgress')
  expect(text).not.toContain('TaskQueueStatus')
})

test('goes by the cookie that remembers, and by nothing is refused', async () => {
  const answer = await server.request('GET', '/komga/api/v2/users/me?remember-me=true', { headers })
  const [remembered] = ([answer.headers['set-cookie']].flat() as string[]).filter((line) =>
    line.startsWith('komga-remember-me='),
  )
  const { response, until } = await listen({ cookie: remembered!.split(';')[0]! })
  expect(response.status).toBe(200)
  await until('TaskQueueStatus')
  expect((await fetch(`${url}/sse/v1/events`)).status).toBe(401)
})
