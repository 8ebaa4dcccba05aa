import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { SimulatedKobo } from './device.fixture.ts'

const COVER = { width: 900, height: 1200 }

describe.each(['sqlite', 'postgres'] as const)('what a Kobo knows on %s', (kind) => {
  let app: TestServer
  let reader: { id: string; as: string }
  let book: string
  beforeAll(async () => {
    const cover = await sharp({ create: { ...COVER, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    app = await openTestServer(kind, { 'A/a.epub': makeEpub(cover, 'Once upon a time. There was a king.') })
    await app.scan()
    reader = await app.addUser('reader')
    book = (await app.request('GET', 'books', { as: reader.as })).json.data[0].id
  }, 300_000)
  afterAll(() => app.close())

  const addDevice = async () => {
    const { json } = await app.request('POST', 'user/kobo-devices', {
      as: reader.as,
      body: { name: 'Libra', scope: { everything: true } },
    })
    return new SimulatedKobo((method, path, options) => app.request(method, path, options), json.url)
  }

  it('is how long it was read, on all devices together and counted once', async () => {
    const a = await addDevice()
    const b = await addDevice()
    await a.sync()
    await b.sync()
    const minutesRead = async () =>
      (await app.request('GET', 'user/reading-statistics', { as: reader.as })).json.minutesRead
    const read = async (device: SimulatedKobo, minutes: number) => {
      device.read(book, 'Reading', 10, { Statistics: { SpentReadingMinutes: minutes, RemainingTimeMinutes: 60 } })
      await device.sync()
    }
    await read(a, 12)
    expect(await minutesRead()).toBe(12)
    await read(a, 12)
    await read(a, 20)
    expect(await minutesRead()).toBe(20)
    await b.sync()
    expect(b.states.get(book).Statistics.SpentReadingMinutes).toBe(20)
    // It continues from what it received.
    await read(b, 25)
    expect(await minutesRead()).toBe(25)
    await a.sync()
    expect(a.states.get(book).Statistics.SpentReadingMinutes).toBe(25)
    // After a reset it counts from zero, and nothing is counted twice.
    await read(a, 0)
    await read(a, 5)
    expect(await minutesRead()).toBe(30)
    const { json } = await a.request('PUT', `/v1/library/${book}/state`, {
      ReadingStates: [{ EntitlementId: book, CurrentBookmark: { ProgressPercent: 20 }, Statistics: null }],
    })
    expect(json.UpdateResults[0].StatisticsResult.Result).toBe('Ignored')
  })

  it('is the cover at the size of its screen, never enlarged', async () => {
    const device = await addDevice()
    await device.sync()
    const sizeAt = async (width: number, height: number) => {
      const { bytes, headers } = (await device.picture(book, width, height))!
      expect(String(headers['cache-control'])).toContain('immutable')
      const { format, width: w, height: h } = await sharp(bytes).metadata()
      return [format, w, h]
    }
    expect(await sizeAt(149, 223)).toEqual(['jpeg', 149, 199])
    expect(await sizeAt(355, 530)).toEqual(['jpeg', 355, 473])
    expect(await sizeAt(800, 600)).toEqual(['jpeg', 450, 600])
    expect(await sizeAt(1264, 1680)).toEqual(['jpeg', 900, 1200])
  })

  it('is every highlight and note of its owner, or none', async () => {
    const a = await addDevice()
    const b = await addDevice()
    await a.sync()
    await b.sync()
    const path = `/api/v3/content/${book}/annotations`
    const note = (id: string, more: object = {}) => ({
      id: `0197aaaa-bbbb-7ccc-8ddd-${id.padStart(12, '0')}`,
      type: 'highlight',
      highlightedText: 'Once upon',
      highlightColor: '2',
      clientLastModifiedUtc: new Date().toISOString(),
      location: {
        span: {
          chapterFilename: 'c.xhtml',
          chapterProgress: 0.1,
          startPath: 'span#kobo\\.1\\.1',
          startChar: 0,
          endPath: 'span#kobo\\.1\\.1',
          endChar: 9,
        },
      },
      ...more,
    })
    const patch = (device: SimulatedKobo, ...updatedAnnotations: object[]) =>
      device.request('PATCH', path, { updatedAnnotations })
    const named = async (device: SimulatedKobo, count: number | undefined) => {
      const etag = count === undefined ? undefined : Array.from({ length: count }, (_, n) => `A:${n}f-${n}e`).join(',')
      return (await device.request('POST', '/api/v3/content/checkforchanges', [{ ContentId: book, etag }])).json
    }
    const fetched = async (device: SimulatedKobo) =>
      (await device.request('GET', `${path}?limit=100`)).json.annotations.map((each: { id: string }) => each.id).sort()
    await patch(a, note('1'), note('2', { type: 'dogear' }))
    await patch(b, note('3'))
    // One of its annotations is unknown here, or it doesn't list them: nothing may be sent.
    expect(await named(b, 2)).toEqual([])
    expect(await named(b, undefined)).toEqual([])
    expect(await named(b, 1)).toEqual([book])
    expect(await fetched(b)).toEqual([note('1').id, note('3').id])
    // It has both now, and isn't told to fetch them again; the dog-ear of the other device stays there.
    expect(await named(b, 2)).toEqual([])
    expect(await named(b, 2)).toEqual([])
    expect(await named(a, 2)).toEqual([book])
    expect(await fetched(a)).toEqual([note('1').id, note('2').id, note('3').id])
    // A note that was written in the web reader reaches both, with everything else.
    await app.request('PATCH', `annotations/${note('3').id}`, { as: reader.as, body: { note: 'A king' } })
    expect(await named(b, 2)).toEqual([book])
    const { json } = await b.request('GET', path)
    expect(json.annotations.find((each: { id: string }) => each.id === note('3').id)).toMatchObject({
      type: 'note',
      noteText: 'A king',
      location: note('3').location,
    })
    // A highlight without spans cannot be sent, so nothing is.
    await app.request('POST', `books/${book}/annotations`, {
      as: reader.as,
      body: { locator: { href: 'c.xhtml', type: 'application/xhtml+xml', text: { highlight: 'king' } } },
    })
    expect(await named(b, 2)).toEqual([])
  })

  it('is a hundred long highlights at once, from a device that is known', async () => {
    const device = await addDevice()
    await device.greet()
    const updatedAnnotations = Array.from({ length: 100 }, (_, n) => ({
      id: `0197aaaa-bbbb-7ccc-8eee-${String(n).padStart(12, '0')}`,
      type: 'highlight',
      highlightedText: 'Once upon a time. '.repeat(30),
      location: { span: { chapterFilename: 'c.xhtml', chapterProgress: 0 } },
    }))
    const path = `/api/v3/content/${book}/annotations`
    await device.request('PATCH', path, { updatedAnnotations })
    const { json } = await app.request('GET', `books/${book}/annotations?pageSize=200`, { as: reader.as })
    expect(json.data.filter((each: { id: string }) => each.id.includes('8eee')).length).toBe(100)
    expect((await app.request('PATCH', path, { body: { updatedAnnotations } })).status).toBe(413)
  })

  it('is a list as it really is, when it changed one that it may not change', async () => {
    const device = await addDevice()
    await device.sync()
    const { json: list } = await app.request('POST', 'readlists', {
      as: app.admin,
      body: { name: 'For everyone', bookIds: [book], shared: true },
    })
    await device.sync()
    expect(device.tags.get(list.id)?.Name).toBe('For everyone')
    const edits = [
      () => device.request('PUT', `/v1/library/tags/${list.id}`, { Name: 'Mine' }),
      () => device.request('POST', `/v1/library/tags/${list.id}/items/delete`, { Items: [{ RevisionId: book }] }),
      () => device.request('DELETE', `/v1/library/tags/${list.id}`),
    ]
    for (const edit of edits) {
      await edit()
      device.tags.delete(list.id)
      await device.sync()
      expect(device.tags.get(list.id)).toMatchObject({ Name: 'For everyone', Items: [{ RevisionId: book }] })
      expect(await device.sync()).toEqual([])
    }
  })

  it.each([
    ['POST', '/oauth/token', 'application/x-www-form-urlencoded', 'grant_type=refresh_token&refresh_token=x'],
    ['POST', '/connect/token', 'application/x-www-form-urlencoded', 'grant_type=refresh_token'],
    ['POST', '/v1/analytics/event', 'application/octet-stream', 'x'],
    ['PUT', '/v1/library/BOOK/state', 'application/json', '{"ReadingStates":'],
    ['POST', '/v1/library/tags', 'text/plain', 'x'],
    ['POST', '/v1/library/tags/unknown/Items', 'application/json', '{"Items":[]}'],
    ['POST', '/v1/products/BOOK/rating/none', 'application/json', '{}'],
    ['PUT', '/api/UserStorage/Metadata', 'application/json', '{}'],
    ['POST', '/api/internal/notebooks', 'application/json', '{}'],
    ['POST', '/api/v3/content/checkforchanges', 'application/json', '[null, 7, {"ContentId": 3}'],
  ] as const)('gets an answer to %s %s, whatever it sends', async (method, path, type, body) => {
    const device = await addDevice()
    await device.request(method, path.replace('BOOK', book), body, { 'content-type': type })
    // The number of devices per user is limited.
    for (const { id } of (await app.request('GET', 'user/kobo-devices', { as: reader.as })).json) {
      await app.request('DELETE', `user/kobo-devices/${id}`, { as: reader.as })
    }
  })
})
