import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import type { Annotation } from '../../contract/annotations.ts'

describe.each(['sqlite', 'postgres'] as const)('annotations on %s', (kind) => {
  let app: TestServer
  let reader: string
  let other: string
  let bookId: string
  beforeAll(async () => {
    app = await openTestServer(kind, { 'A/a.epub': makeEpub() }, (config) => {
      config.limits.annotations_per_book = 12
    })
    await app.scan()
    reader = (await app.addUser('reader')).as
    other = (await app.addUser('other')).as
    bookId = (await app.request('GET', 'books', { as: app.admin })).json.data[0].id
  })
  afterAll(() => app.close())

  const locator = (highlight: string, totalProgression = 0.5) => ({
    href: 'c.xhtml',
    type: 'application/xhtml+xml',
    title: 'C',
    locations: { totalProgression, fragments: ['epubcfi(/6/2!/4/2,/1:0,/1:4)'] },
    text: { before: 'Just ', highlight, after: ' then' },
  })
  const create = (body: object, as = reader) => app.request('POST', `books/${bookId}/annotations`, { as, body })
  const list = async (query = '', as = reader): Promise<Annotation[]> =>
    (await app.request('GET', `annotations${query}`, { as })).json.data
  const clear = async () => {
    for (const { id } of await list()) await app.request('DELETE', `annotations/${id}`, { as: reader })
  }

  it('keeps what was marked, changes it and lists it in reading order', async () => {
    const late = (await create({ locator: locator('later', 0.9), note: 'Remember', color: 'pink' })).json
    const early = (await create({ locator: locator('Once'), style: 'underline', device: 'Phone' })).json
    expect(early).toMatchObject({ bookId, color: 'yellow', style: 'underline', note: null, device: 'Phone' })
    expect(early.locator).toEqual(locator('Once'))
    const { json } = await app.request('GET', `books/${bookId}/annotations`, { as: reader })
    expect(json.data.map((each: Annotation) => each.id)).toEqual([early.id, late.id])
    const changed = await app.request('PATCH', `annotations/${early.id}`, {
      as: reader,
      body: { note: 'Now', color: 'blue' },
    })
    expect(changed.json).toMatchObject({ id: early.id, note: 'Now', color: 'blue', style: 'underline' })
    expect((await app.request('GET', `annotations/${early.id}`, { as: reader })).json).toEqual(changed.json)
    await clear()
  })

  it('keeps the order of changes from devices whose clocks are hours wrong', async () => {
    const hour = 3_600_000
    const minutesAgo = (minutes: number, clock: number) => new Date(Date.now() - minutes * 60_000 + clock).toISOString()
    const by = (clock: number) => ({ as: reader, headers: { 'x-device-time': minutesAgo(0, clock) } })
    const id = randomUUID()
    const send = (note: string, minutes: number, clock: number) =>
      app.request('POST', `books/${bookId}/annotations`, {
        ...by(clock),
        body: { id, locator: locator('Once'), note, updatedAt: minutesAgo(minutes, clock) },
      })
    await send('an hour ago', 60, 0)
    expect((await send('half an hour ago, five hours behind', 30, -5 * hour)).json.note).toMatch(/half an hour/)
    expect((await send('before that, five hours ahead', 40, 5 * hour)).json.note).toMatch(/half an hour/)
    expect((await send('just now', 0, 0)).json.note).toBe('just now')
    await clear()

    const read = (page: number, minutes: number, clock: number) =>
      app.request('PUT', `books/${bookId}/progression`, {
        ...by(clock),
        body: {
          modified: minutesAgo(minutes, clock),
          device: { id: `d${clock}`, name: 'Tablet' },
          locator: { href: 'c.xhtml', locations: { progression: page / 10, totalProgression: page / 10 } },
        },
      })
    expect((await read(2, 60, 0)).status).toBe(204)
    expect((await read(4, 30, -5 * hour)).status).toBe(204)
    expect((await read(9, 40, 5 * hour)).status).toBe(409)
    const kept = (await app.request('GET', `books/${bookId}/progression`, { as: reader })).json
    expect(kept.device.id).toBe(`d${-5 * hour}`)
    expect(Math.abs(Date.parse(kept.modified) - (Date.now() - 30 * 60_000))).toBeLessThan(hour / 4)
  })

  it('is visible only to its owner', async () => {
    const { id } = (await create({ locator: locator('mine') })).json
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { note: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await app.request(method, `annotations/${id}`, { as: other, body })).status).toBe(404)
    }
    expect(await list('', other)).toEqual([])
    expect((await app.request('GET', 'annotations/export?format=json', { as: other })).json.total).toBe(0)
    // An id that another user chose reveals nothing: each user has their own annotation.
    const twin = await create({ id, locator: locator('own words') }, other)
    expect([twin.status, twin.json.id, twin.json.locator.text.highlight]).toEqual([201, id, 'own words'])
    expect((await app.request('DELETE', `annotations/${id}`, { as: other })).status).toBe(204)
    expect((await app.request('GET', `annotations/${id}`, { as: other })).status).toBe(404)
    expect((await app.request('GET', `annotations/${id}`, { as: reader })).status).toBe(200)
    await clear()
  })

  it('filters by colour, style, note, book and text', async () => {
    await create({ locator: locator('Straße nach Łódź'), color: 'green' })
    await create({ locator: locator('100% sure_thing'), note: 'Über', style: 'underline' })
    const found = async (query: string) => (await list(query)).map((each) => each.color)
    expect(await found('?color=green')).toEqual(['green'])
    expect(await found('?style=underline')).toEqual(['yellow'])
    expect(await found('?hasNote=false')).toEqual(['green'])
    expect(await found('?search=uber')).toEqual(['yellow'])
    expect(await found('?search=nach')).toEqual(['green'])
    expect(await found(`?bookId=${bookId}`)).toHaveLength(2)
    expect(await found(`?bookId=${randomUUID()}`)).toEqual([])
    await clear()
  })

  it('takes the same annotation twice as one, and never an older one over a newer', async () => {
    const id = randomUUID()
    const body = { id, locator: locator('offline'), note: 'new', updatedAt: '2026-01-02T00:00:00.000Z' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(new Set(answers.map(({ json }) => json.id))).toEqual(new Set([id]))
    expect(await list()).toHaveLength(1)
    const older = await create({ ...body, note: 'old', updatedAt: '2026-01-01T00:00:00.000Z' })
    expect([older.status, older.json.note]).toEqual([201, 'new'])
    const patched = await app.request('PATCH', `annotations/${id}`, {
      as: reader,
      body: { note: 'older still', updatedAt: '2025-01-01T00:00:00.000Z' },
    })
    expect(patched.json.note).toBe('new')
    await app.request('DELETE', `annotations/${id}`, { as: reader })
    const again = await create({ ...body, updatedAt: new Date().toISOString() })
    expect(again.json.deletedAt).not.toBeNull()
    expect(await list()).toEqual([])
  })

  it('reports what was deleted since, without the words', async () => {
    const { id, updatedAt } = (await create({ locator: locator('secret words'), note: 'private' })).json
    expect((await app.request('DELETE', `annotations/${id}`, { as: reader })).status).toBe(204)
    expect((await app.request('DELETE', `annotations/${id}`, { as: reader })).status).toBe(404)
    const changes = await list(`?updatedSince=${updatedAt}`)
    const tombstone = changes.find((each) => each.id === id)
    expect(tombstone?.deletedAt).not.toBeNull()
    expect(JSON.stringify(tombstone)).not.toMatch(/secret|private/)
  })

  it('finds an annotation made offline before the last sync', async () => {
    const since = new Date().toISOString()
    const { id } = (await create({ locator: locator('late'), createdAt: '2020-01-01T00:00:00.000Z' })).json
    expect((await list(`?updatedSince=${since}`)).map((each) => each.id)).toContain(id)
    await clear()
  })

  it('limits the number and the size', async () => {
    const answers = []
    for (let n = 0; n < 13; n++) answers.push((await create({ locator: locator(`n${n}`) })).status)
    expect(answers).toEqual([...Array(12).fill(201), 409])
    await clear()
    const long = { ...locator('x'), text: { highlight: 'x'.repeat(40_000) } }
    expect((await create({ locator: long })).status).toBe(400)
    expect((await create({ locator: locator('x'), color: 'red' })).status).toBe(400)
  })

  it('exports every format, and nothing in it runs', async () => {
    await create({ locator: locator('=1+1 <script>alert(1)</script> | *star*'), note: 'a "note"' })
    const get = async (format: string) => app.request('GET', `annotations/export?format=${format}`, { as: reader })
    const markdown = await get('markdown')
    expect(markdown.headers['content-type']).toContain('text/markdown')
    expect(markdown.text).toContain('> =1+1 \\<script\\>alert(1)\\</script\\> \\| \\*star\\*')
    expect((await get('html')).text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect((await get('csv')).text).toContain(`'=1+1 <script>`)
    const { json } = await get('json')
    expect(json).toMatchObject({ total: 1, annotations: [{ bookId, note: 'a "note"' }] })
    const ofBook = await app.request('GET', `books/${bookId}/annotations/export?format=json`, { as: reader })
    expect(ofBook.json.annotations).toEqual(json.annotations)
    await clear()
  })

  it('exports a position beyond the end as the end', async () => {
    await create({ locator: { href: 'c.xhtml', locations: { totalProgression: 3.79 }, text: { highlight: 'Far' } } })
    const { text } = await app.request('GET', 'annotations/export?format=markdown', { as: reader })
    expect(text).toContain('100 % · yellow highlight')
    await clear()
  })

  it('is a W3C Web Annotation if the client accepts one', async () => {
    const { id } = (await create({ locator: locator('quoted'), note: 'A note' })).json
    const headers = { accept: 'application/ld+json' }
    const { json } = await app.request('GET', `annotations/${id}`, { as: reader, headers })
    expect(json).toMatchObject({
      '@context': 'http://www.w3.org/ns/anno.jsonld',
      id: `urn:uuid:${id}`,
      type: 'Annotation',
      body: { type: 'TextualBody', value: 'A note' },
      target: { source: 'c.xhtml' },
    })
    expect(json.target.selector[0]).toEqual({
      type: 'TextQuoteSelector',
      exact: 'quoted',
      prefix: 'Just ',
      suffix: ' then',
    })
    const page = await app.request('GET', `books/${bookId}/annotations`, { as: reader, headers })
    expect(page.json).toMatchObject({ type: 'AnnotationPage', items: [{ id: `urn:uuid:${id}` }] })
    await clear()
  })

  it('needs the permission to write progress', async () => {
    const key = await app.request('POST', 'api-keys', {
      as: reader,
      body: { name: 'read only', permissions: ['BooksRead'] },
    })
    const headers = { 'x-api-key': key.json.key }
    const body = { locator: locator('no') }
    expect((await app.request('POST', `books/${bookId}/annotations`, { headers, body })).status).toBe(403)
    expect((await app.request('GET', 'annotations', { headers })).status).toBe(200)
  })

  it("notifies only the person's own devices", async () => {
    const heard: unknown[] = []
    const stop = app.lectern.context.events.on(({ event, audience }) => {
      if (event.type === 'annotation_updated' || event.type === 'bookmark_updated')
        heard.push([event.type, event.deleted, audience.userId !== undefined])
    })
    const { id } = (await create({ locator: locator('live') })).json
    await app.request('DELETE', `annotations/${id}`, { as: reader })
    const bookmarks = `books/${bookId}/bookmarks`
    const bookmark = (await app.request('POST', bookmarks, { as: reader, body: { locator: locator('live') } })).json
    await app.request('DELETE', `${bookmarks}/${bookmark.id}`, { as: reader })
    stop()
    expect(heard).toEqual([
      ['annotation_updated', false, true],
      ['annotation_updated', true, true],
      ['bookmark_updated', false, true],
      ['bookmark_updated', true, true],
    ])
  })
})
