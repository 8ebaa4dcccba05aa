import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type KoboReader, openKoboReader } from './kobo-reader.fixture.ts'

describe.each(['sqlite', 'postgres'] as const)('a Kobo on %s', (kind) => {
  let app: KoboReader['app']
  let reader: KoboReader['reader']
  let epub: string
  let comic: string
  let libraryId: string
  let addDevice: KoboReader['addDevice']
  let removeDevices: KoboReader['removeDevices']
  beforeAll(async () => {
    ;({ app, reader, epub, comic, libraryId, addDevice, removeDevices } = await openKoboReader(kind))
  }, 300_000)
  afterAll(() => app.close())
  afterEach(() => removeDevices())

  const kinds = (items: object[]) => items.map((item) => Object.keys(item)[0])

  it('gets what its owner chose, once', async () => {
    const { device } = await addDevice()
    const first = await device.sync()
    expect(kinds(first)).toEqual(['NewEntitlement', 'NewEntitlement'])
    expect(await device.sync()).toEqual([])
    expect(device.books.get(epub).DownloadUrls[0]).toMatchObject({ Format: 'KEPUB', DrmType: 'None' })
    expect(device.books.get(comic).DownloadUrls[0].Format).toBe('EPUB3FL')
    const none = await addDevice({ everything: false, wantToRead: false, reading: false })
    expect(await none.device.sync()).toEqual([])
  })

  it('downloads books it can open, and covers', async () => {
    const { device } = await addDevice()
    await device.sync()
    for (const id of [epub, comic]) {
      const { json } = await device.request('GET', `/v1/library/${id}/metadata`)
      const url = new URL(json[0].DownloadUrls[0].Url)
      const { bytes, headers } = await device.request('GET', url.pathname.replace(/^\/kobo\/[^/]+/, ''))
      expect(headers['content-type']).toBe('application/epub+zip')
      expect(bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
      const cover = await app.request(
        'GET',
        new URL(
          `${url.origin}${url.pathname.split('/v1/')[0]}/v1/books/${json[0].CoverImageId}/thumbnail/1264/1680/80/isGreyscale/image.jpg`,
        ).pathname,
      )
      expect([200, 404]).toContain(cover.status)
      if (cover.status === 200) expect(cover.headers['content-type']).toBe('image/jpeg')
    }
  })

  it('syncs the reading position to the sentence, in both directions', async () => {
    const a = (await addDevice()).device
    const b = (await addDevice()).device
    await a.sync()
    await b.sync()
    const state = (Value: string, LastModified = new Date().toISOString()) => ({
      ReadingStates: [
        {
          EntitlementId: epub,
          LastModified,
          StatusInfo: { Status: 'Reading', LastModified },
          CurrentBookmark: {
            ProgressPercent: 10,
            ContentSourceProgressPercent: 0,
            LastModified,
            Location: { Source: 'c.xhtml', Type: 'KoboSpan', Value },
          },
        },
      ],
    })
    const { json } = await a.request('PUT', `/v1/library/${epub}/state`, state('kobo.1.1'))
    expect(json).toMatchObject({
      RequestResult: 'Success',
      UpdateResults: [{ EntitlementId: epub, StatusInfoResult: { Result: 'Success' } }],
    })
    expect(await a.sync()).toEqual([])
    expect(kinds(await b.sync())).toEqual(['ChangedReadingState'])
    expect(b.states.get(epub)).toMatchObject({
      StatusInfo: { Status: 'Reading' },
      CurrentBookmark: { Location: { Source: 'c.xhtml', Value: 'kobo.1.1' } },
    })
    const older = await a.request('PUT', `/v1/library/${epub}/state`, state('kobo.1.1', '2020-01-01T00:00:00Z'))
    expect(older.json.UpdateResults[0].CurrentBookmarkResult.Result).toBe('Ignored')

    await app.request('POST', `books/${epub}/read`, { as: reader.as })
    expect(kinds(await a.sync())).toEqual(['ChangedReadingState'])
    expect(a.states.get(epub).StatusInfo.Status).toBe('Finished')
    await app.request('POST', `books/${epub}/unread`, { as: reader.as })
    await a.sync()
    expect(a.states.get(epub).StatusInfo.Status).toBe('ReadyToRead')
    expect(await a.sync()).toEqual([])
  })

  it.each([
    ['no states at all', {}],
    ['no book of ours', { ReadingStates: [{ EntitlementId: 'x' }] }],
    ['no place', { ReadingStates: [{ EntitlementId: 'EPUB', StatusInfo: { Status: 'Reading' } }] }],
    [
      'null parts',
      { ReadingStates: [{ EntitlementId: 'EPUB', StatusInfo: null, CurrentBookmark: null, Statistics: null }] },
    ],
    ['nothing', null],
  ])('is answered when its state has %s', async (_name, body) => {
    const { device } = await addDevice()
    const text = JSON.stringify(body).replaceAll('EPUB', epub)
    expect((await device.request('PUT', `/v1/library/${epub}/state`, JSON.parse(text))).json.RequestResult).toBe(
      'Success',
    )
  })

  it('is not given a finished book back at its first page', async () => {
    const { device } = await addDevice()
    await device.request('PUT', `/v1/library/${comic}/state`, {
      ReadingStates: [
        {
          EntitlementId: comic,
          StatusInfo: { Status: 'Finished' },
          CurrentBookmark: {
            ProgressPercent: 0,
            Location: { Source: 'OEBPS/page_0001.xhtml', Type: 'KoboSpan', Value: 'kobo.1.1' },
          },
        },
      ],
    })
    const { json } = await app.request('GET', `books/${comic}/progress`, { as: reader.as })
    expect(json).toMatchObject({ completed: true, currentPage: 3 })
    await app.request('POST', `books/${comic}/unread`, { as: reader.as })
  })

  it('keeps away what was removed on it, until somebody sends it again', async () => {
    const { device, id } = await addDevice()
    await device.sync()
    await device.request('DELETE', `/v1/library/${epub}`)
    expect(await device.sync()).toEqual([])
    expect((await app.request('GET', `books/${epub}`, { as: reader.as })).status).toBe(200)
    const removed = await app.request('GET', `user/kobo-devices/${id}/books?removed=true`, { as: reader.as })
    expect(removed.json.data.map((book: { id: string }) => book.id)).toEqual([epub])
    const unchanged = await app.request('PATCH', `user/kobo-devices/${id}`, { as: reader.as, body: {} })
    expect(unchanged.status).toBe(200)
    // A key that may not read books can't register a device that may.
    const permissions = ['ApiKeysRead', 'ApiKeysWrite', 'BooksRead']
    const { key } = (await app.request('POST', 'api-keys', { as: reader.as, body: { name: 'weak', permissions } })).json
    const weak = (method: 'POST' | 'PATCH', path: string, body: object) =>
      app.request(method, path, { as: `Bearer ${key}`, body })
    expect((await weak('POST', 'user/kobo-devices', { name: 'Kobo' })).status).toBe(403)
    expect((await weak('PATCH', `user/kobo-devices/${id}`, { scope: { everything: true } })).status).toBe(403)
    await app.request('POST', `user/kobo-devices/${id}/resend`, { as: reader.as, body: { bookIds: [epub] } })
    expect(kinds(await device.sync())).toEqual(['NewEntitlement'])
  })

  it('gets new metadata without losing the file', async () => {
    const { device } = await addDevice()
    await device.sync()
    await app.request('PATCH', `books/${epub}/metadata`, { as: app.admin, body: { title: 'A new title' } })
    const news = await device.sync()
    expect(kinds(news)).toEqual(['ChangedProductMetadata'])
    expect(device.books.get(epub).Title).toBe('A new title')
    expect(device.entitlements.get(epub)).toBe(1)
  })

  it('loses what its owner may not see any more', async () => {
    const { device } = await addDevice()
    await device.sync()
    await app.request('PATCH', `users/${reader.id}`, { as: app.admin, body: { ageLimit: 3, allowUnrated: false } })
    const news = await device.sync()
    expect(kinds(news)).toEqual(['ChangedEntitlement', 'ChangedEntitlement'])
    expect(device.books.size).toBe(0)
    expect((await app.request('GET', `/kobo/x/v1/library/${epub}/metadata`)).status).toBe(401)
    await app.request('PATCH', `users/${reader.id}`, { as: app.admin, body: { ageLimit: null, allowUnrated: true } })
    await device.sync()
    expect(device.books.size).toBe(2)
    expect(await device.sync()).toEqual([])
  })

  it('shares collections both ways', async () => {
    const { device } = await addDevice()
    await device.sync()
    const { json: id, status } = await device.request('POST', '/v1/library/tags', {
      Name: 'On the train',
      Items: [{ RevisionId: epub, Type: 'ProductRevisionTagItem' }],
    })
    expect(status).toBe(201)
    const list = await app.request('GET', `readlists/${id}/books`, { as: reader.as })
    expect(list.json.data.map((book: { id: string }) => book.id)).toEqual([epub])
    await device.request('POST', `/v1/library/tags/${id}/items`, { Items: [{ RevisionId: comic }] })
    await device.sync()
    expect(device.tags.get(id).Items).toHaveLength(2)
    await app.request('PATCH', `readlists/${id}`, { as: reader.as, body: { name: 'On the bus' } })
    await device.sync()
    expect(device.tags.get(id).Name).toBe('On the bus')
    expect(await device.sync()).toEqual([])
    await device.request('DELETE', `/v1/library/tags/${id}`)
    await device.request('DELETE', '/v1/library/tags/unknown')
    expect((await app.request('GET', `readlists/${id}`, { as: reader.as })).status).toBe(404)
    await device.sync()
    expect(device.tags.has(id)).toBe(false)
  })

  it('brings highlights and notes along', async () => {
    const { device } = await addDevice()
    const { accessToken, reading_services_host } = await device.greet()
    expect(new URL(reading_services_host).pathname).toBe('/')
    const headers = { authorization: `Bearer ${accessToken}` }
    const id = '0197aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee'
    const body = {
      updatedAnnotations: [
        {
          id,
          type: 'note',
          highlightedText: 'Once upon',
          noteText: 'Classic',
          highlightColor: '2',
          clientLastModifiedUtc: new Date().toISOString(),
          location: { span: { chapterFilename: 'c.xhtml', chapterProgress: 0.1 } },
        },
      ],
    }
    await device.request('PATCH', `/api/v3/content/${epub}/annotations`, body, headers)
    const read = async () => (await app.request('GET', `books/${epub}/annotations`, { as: reader.as })).json.data
    expect(await read()).toMatchObject([
      {
        id,
        note: 'Classic',
        color: 'blue',
        device: 'Libra',
        locator: { href: 'c.xhtml', text: { highlight: 'Once upon' } },
      },
    ])
    await device.request('PATCH', `/api/v3/content/${epub}/annotations`, { deletedAnnotationIds: [id] }, headers)
    expect(await read()).toEqual([])
    expect(
      (await device.request('POST', '/api/v3/content/checkforchanges', [{ ContentId: epub }], headers)).json,
    ).toEqual([])
    await device.request('PATCH', `/api/v3/content/${epub}/annotations`, body, { authorization: 'Bearer forged' })
    expect(await read()).toEqual([])
  })

  it('is refused everywhere once it was removed', async () => {
    const { device, id, url } = await addDevice()
    await device.sync()
    await app.request('DELETE', `user/kobo-devices/${id}`, { as: reader.as })
    const base = new URL(url).pathname
    for (const path of [
      '',
      '/v1/initialization',
      '/v1/library/sync',
      `/v1/books/${epub}/file/kepub`,
      `/v1/books/${epub}-0/thumbnail/100/100/false/image.jpg`,
      '/anything',
    ]) {
      expect([path, (await app.request('GET', base + path)).status]).toEqual([path, 401])
    }
  })

  it('can do nothing that its owner did not hand over', async () => {
    const { url } = await addDevice()
    const token = new URL(url).pathname.split('/').at(-1)!
    expect((await app.request('GET', 'books', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
    const other = await app.addUser(`other-${Math.random().toString(36).slice(2)}`)
    const { json } = await app.request('GET', 'user/kobo-devices', { as: other.as })
    expect(json).toEqual([])
  })

  it('is added by people who may not stream pages, and by no key that may do less than its owner', async () => {
    const { as } = await app.addUser(`offline-${Math.random().toString(36).slice(2)}`, { denied: ['page_streaming'] })
    const add = (by: string) => app.request('POST', 'user/kobo-devices', { as: by, body: { name: 'Libra' } })
    expect((await add(as)).status).toBe(201)
    const body = { name: 'weak', permissions: ['ProgressWrite', 'BooksRead'] }
    const { json } = await app.request('POST', 'api-keys', { as, body })
    expect((await add(`Bearer ${json.key}`)).status).toBe(403)
  })

  it('chooses by library and by what is wanted', async () => {
    const byLibrary = await addDevice({ libraryIds: [libraryId], wantToRead: false, reading: false })
    await byLibrary.device.sync()
    expect(byLibrary.device.books.has(epub)).toBe(true)
    const wanted = await addDevice({ wantToRead: true, reading: false })
    expect(await wanted.device.sync()).toEqual([])
    await app.request('POST', 'books/bulk/want-to-read', { as: reader.as, body: { bookIds: [epub] } })
    await wanted.device.sync()
    expect([...wanted.device.books.keys()]).toEqual([epub])
    expect(wanted.device.tags.get('want-to-read').Items).toHaveLength(1)
    // Wanting to read a series includes its books.
    const { seriesId } = (await app.request('GET', `books/${comic}`, { as: reader.as })).json.book
    expect((await app.request('PUT', `series/${seriesId}/want-to-read`, { as: reader.as })).status).toBeLessThan(300)
    await wanted.device.sync()
    expect([...wanted.device.books.keys()]).toEqual(expect.arrayContaining([epub, comic]))
    expect(wanted.device.tags.get('want-to-read').Items).toHaveLength(wanted.device.books.size)
  })
})
