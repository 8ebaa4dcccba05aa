import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { hyphenated } from './komga-context.fixture.ts'

const issue = (series: string, number: number, more: Record<string, string | number> = {}) =>
  makeComic(3, { Series: series, Number: number, Title: `${series} ${number}`, ...more })

const files = {
  'Aurora/Aurora 1.cbz': issue('Aurora', 1, {
    Volume: 2015,
    SeriesGroup: 'Polar',
    StoryArc: 'Ice',
    StoryArcNumber: 2,
  }),
  'Aurora/Aurora 2.cbz': issue('Aurora', 2, { Volume: 2015, StoryArc: 'Ice', StoryArcNumber: 1 }),
  'Aurora/Aurora 3.cbz': issue('Aurora', 3, { Volume: 2015 }),
  'Aurora/Aurora 2.png': makePng(50, 70, 10),
  'Aurora/Aurora 2-1.png': makePng(50, 70, 20),
  'Aurora/cover.png': makePng(60, 90, 30),
  'Aurora/notes.png': makePng(60, 90, 40),
  'Manga/v1.cbz': issue('Manga', 1, { Volume: 1 }),
  'Manga/v2.cbz': issue('Manga', 2, { Volume: 2, SeriesGroup: 'Polar' }),
}

const allOn = {
  importComicInfoCollection: true,
  importComicInfoReadList: true,
  importComicInfoSeriesAppendVolume: true,
  importLocalArtwork: true,
  seriesCover: 'LAST',
}

/** Komga's library options are stored, and take effect. */
describe.each(['sqlite', 'postgres'] as const)('switches of a library, on %s', (kind) => {
  let server: TestServer
  let library: string
  const long = { timeout: 60_000 }
  const komga = (method: 'GET' | 'PATCH' | 'POST' | 'DELETE' | 'PUT', path: string, body?: unknown) =>
    server.request(method, `/komga/api/v1/${path}`, { as: server.admin, body })
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  const get = async (path: string): Promise<any> => (await komga('GET', path)).json
  const seriesId = async (name: string): Promise<string> => {
    const { content } = await get('series?unpaged=true')
    return content.find((one: { metadata: { title: string } }) => one.metadata.title.startsWith(name)).id
  }
  const bookId = async (name: string): Promise<string> => {
    const { content } = await get('books?unpaged=true')
    return content.find((one: { name: string }) => one.name === name).id
  }

  beforeAll(async () => {
    server = await openTestServer(kind, files, (config) => {
      config.compat_api.enabled = true
    })
    const made = await komga('POST', 'libraries', { name: 'Comics', root: server.library })
    library = made.json.id
    await server.waitForIdle()
  })
  afterAll(() => server.close())

  it('are on in a new library as Komga has them, and are kept', async () => {
    expect(await get(`libraries/${library}`)).toMatchObject({ ...allOn, seriesCover: 'FIRST' })
    const patch = { seriesCover: 'LAST', hashPages: true }
    expect((await komga('PATCH', `libraries/${library}`, patch)).status).toBe(204)
    expect(await get(`libraries/${library}`)).toMatchObject({ ...allOn, hashPages: true })
    const own = await server.request('GET', `libraries/${hyphenated(library)}`, { as: server.admin })
    expect(own.json.metadataConfig).toEqual({
      localArtwork: true,
      collectionsFromFiles: true,
      readListsFromFiles: true,
      volumeInSeriesTitle: true,
      hashPages: true,
      seriesCover: 'last',
    })
  })

  it('put the volume behind the title where the books agree on it', async () => {
    const { content } = await get('series?unpaged=true')
    const titles = content.map((one: { metadata: { title: string } }) => one.metadata.title).sort()
    expect(titles).toEqual(['Aurora (2015)', 'Manga'])
  })

  it('make a collection of a SeriesGroup and a read list of a StoryArc', async () => {
    const [collection] = (await get('collections')).content
    expect(collection).toMatchObject({ name: 'Polar', ordered: false })
    expect(collection.seriesIds.toSorted()).toEqual([await seriesId('Aurora'), await seriesId('Manga')].toSorted())
    const [list] = (await get('readlists')).content
    expect(list).toMatchObject({ name: 'Ice', ordered: true })
    expect(list.bookIds).toEqual([await bookId('Aurora 2'), await bookId('Aurora 1')])
  })

  it('never take anything off a list that people made', async () => {
    const [list] = (await get('readlists')).content
    const [first, second, third] = [await bookId('Aurora 1'), await bookId('Aurora 2'), await bookId('Aurora 3')]
    await komga('PATCH', `readlists/${list.id}`, { bookIds: [third, first], ordered: true })
    await komga('POST', `libraries/${library}/analyze`)
    await expect.poll(async () => (await get(`readlists/${list.id}`)).bookIds, long).toEqual([third, first, second])
    expect((await get('readlists')).content).toHaveLength(1)
  })

  it('show pictures beside books and in folders of series', async () => {
    const book = await bookId('Aurora 2')
    const types = async (path: string) =>
      (await get(`${path}/thumbnails`)).map((one: { type: string; selected: boolean }) => [one.type, one.selected])
    await expect
      .poll(() => types(`books/${book}`), long)
      .toEqual([
        ['GENERATED', false],
        ['SIDECAR', true],
        ['SIDECAR', false],
      ])
    expect(await types(`series/${await seriesId('Aurora')}`)).toEqual([['SIDECAR', true]])
    expect(await types(`books/${await bookId('Aurora 1')}`)).toEqual([['GENERATED', true]])
    const posters = await komga('POST', 'books/list', {
      condition: { poster: { operator: 'is', value: { type: 'SIDECAR', selected: true } } },
    })
    expect(posters.json.content.map((one: { id: string }) => one.id)).toEqual([book])
    const [, sidecar] = await get(`books/${book}/thumbnails`)
    expect((await komga('DELETE', `books/${book}/thumbnails/${sidecar.id}`)).status).toBe(400)
  })

  it('follow the disk: a picture that is gone is none, another is another, and a chosen one stays', async () => {
    const book = await bookId('Aurora 2')
    const [generated] = await get(`books/${book}/thumbnails`)
    await komga('PUT', `books/${book}/thumbnails/${generated.id}/selected`)
    rmSync(join(server.library, 'Aurora/Aurora 2-1.png'))
    writeFileSync(join(server.library, 'Aurora/cover.png'), makePng(61, 91, 77))
    await komga('POST', `libraries/${library}/scan`)
    const widths = async () =>
      (await get(`series/${await seriesId('Aurora')}/thumbnails`)).map((one: { width: number }) => one.width)
    await expect.poll(widths, long).toEqual([61])
    await expect.poll(async () => (await get(`books/${book}/thumbnails`)).length, long).toBe(2)
    expect((await get(`series/${await seriesId('Aurora')}/thumbnails`))[0].selected).toBe(true)
  })

  it('choose which book a series shows', async () => {
    const manga = await seriesId('Manga')
    const [first, last] = [await bookId('v1'), await bookId('v2')]
    const shown = async () => {
      const { bytes } = await komga('GET', `series/${manga}/thumbnail`)
      const pictures = {
        first: await komga('GET', `books/${first}/thumbnail`),
        last: await komga('GET', `books/${last}/thumbnail`),
      }
      return Object.entries(pictures).find(([, picture]) => picture.bytes.equals(bytes))?.[0]
    }
    const upload = async (id: string, shade: number) => {
      const form = new FormData()
      form.append('file', new Blob([Uint8Array.from(makePng(80, 120, shade))]), 'cover.png')
      const sent = new Response(form)
      await server.request('POST', `/komga/api/v1/books/${id}/thumbnails`, {
        as: server.admin,
        body: Buffer.from(await sent.arrayBuffer()),
        headers: { 'content-type': sent.headers.get('content-type')! },
      })
    }
    await upload(first, 0)
    await upload(last, 250)
    expect(await shown()).toBe('last')
    await komga('PATCH', `libraries/${library}`, { seriesCover: 'FIRST_UNREAD_OR_LAST' })
    expect(await shown()).toBe('first')
    await komga('PATCH', `books/${first}/read-progress`, { completed: true })
    expect(await shown()).toBe('last')
    await komga('PATCH', `libraries/${library}`, { seriesCover: 'FIRST_UNREAD_OR_FIRST' })
    await komga('PATCH', `books/${last}/read-progress`, { completed: true })
    expect(await shown()).toBe('first')
    const own = await server.request('GET', `series/${hyphenated(manga)}/thumbnail?v=1`, { as: server.admin })
    expect(own.headers['cache-control']).toBe('private, no-cache')
    await server.waitForIdle()
  })

  it('take covers and volume away again when they are switched off', async () => {
    const off = { localArtwork: false, volumeInSeriesTitle: false }
    const changed = await server.request('PATCH', `libraries/${hyphenated(library)}`, {
      as: server.admin,
      body: { metadataConfig: off },
    })
    expect(changed.json.metadataConfig).toMatchObject({ ...off, collectionsFromFiles: true })
    const aurora = await seriesId('Aurora')
    await expect.poll(async () => (await get(`series/${aurora}/thumbnails`)).length, long).toBe(0)
    await expect.poll(async () => (await get(`series/${aurora}`)).metadata.title, long).toBe('Aurora')
    await server.waitForIdle()
  })
})
