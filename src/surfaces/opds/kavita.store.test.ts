import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

const KEY = '8f2b7c1e-53b0-4a8c-9d0e-0a6c9a1f2e3d'
const RESTRICTED_KEY = '0d5f9f0a-9a35-4f0e-8a42-5cf1a2a7c0de'
const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1 }),
  'Aurora/Aurora 2.cbz': makeComic(5, { Series: 'Aurora', Number: 2 }),
}

/** Catalogues that were saved in reader apps while Kavita was in use. */
describe.each(['sqlite', 'postgres'] as const)('Kavita’s addresses with a key, on %s', (kind) => {
  let server: TestServer
  const get = (path: string) => server.request('GET', `/api/opds/${path}`)

  beforeAll(async () => {
    server = await openTestServer(kind, files, ({ compat_api }) => {
      compat_api.enabled = true
      compat_api.host = 'komga.test'
    })
    await server.scan({ name: 'Ours' })
    const kavita = makeForeignDatabase({
      __EFMigrationsHistory: [{ MigrationId: '20260601000000_X', ProductVersion: '10.0.9' }],
      AspNetUsers: [
        { Id: 1, UserName: 'ada', Email: 'ada@example.org', PasswordHash: null, ApiKey: KEY },
        { Id: 2, UserName: 'kid', Email: 'kid@example.org', PasswordHash: null, ApiKey: RESTRICTED_KEY },
      ],
      AspNetRoles: [
        { Id: 1, Name: 'Admin' },
        { Id: 2, Name: 'Login' },
      ],
      AspNetUserRoles: [
        { UserId: 1, RoleId: 1 },
        { UserId: 1, RoleId: 2 },
        { UserId: 2, RoleId: 2 },
      ],
      Library: [{ Id: 7, Name: 'Manga', Type: 0 }],
      FolderPath: [{ Id: 1, Path: '/manga', LibraryId: 7 }],
      Series: [{ Id: 10, LibraryId: 7, Name: 'Aurora', FolderPath: '/manga/Aurora' }],
      Volume: [{ Id: 1, SeriesId: 10, Name: '1', MinNumber: 1, MaxNumber: 1 }],
      Chapter: Object.keys(files).map((_, n) => ({ Id: n + 1, VolumeId: 1, Range: `${n + 1}`, Pages: 4 + n })),
      MangaFile: Object.entries(files).map(([path, bytes], n) => ({
        Id: n + 1,
        ChapterId: n + 1,
        FilePath: `/manga/${path}`,
        Bytes: bytes.length,
        Pages: 4 + n,
        Format: 1,
      })),
      AppUserProgresses: [{ Id: 1, AppUserId: 1, ChapterId: 1, PagesRead: 2, LastModifiedUtc: '2025-01-01 00:00:00' }],
      AppUserWantToRead: [{ Id: 1, AppUserId: 1, SeriesId: 10 }],
      ReadingList: [{ Id: 3, AppUserId: 1, Title: 'Later', Promoted: 1 }],
      ReadingListItem: [{ Id: 1, ReadingListId: 3, SeriesId: 10, VolumeId: 1, ChapterId: 2, Order: 0 }],
    })
    const made = await server.request('POST', 'admin/imports', { as: server.admin, body: { path: kavita.path } })
    await server.waitForIdle()
    await server.request('POST', `admin/imports/${made.json.id}/run`, { as: server.admin, body: { dryRun: false } })
    await server.waitForIdle()
  })
  afterAll(() => server.close())

  it('show the catalogue, and stay below the address', async () => {
    const root = await get(KEY)
    expect([root.status, root.headers['content-type']]).toEqual([200, expect.stringContaining('application/atom+xml')])
    expect(root.text).toContain(`/api/opds/${KEY}/libraries`)
    for (const feed of ['libraries', 'on-deck', 'recently-added', 'recently-updated', 'collections', 'reading-list']) {
      expect((await get(`${KEY}/${feed}`)).status, feed).toBe(200)
    }
    const found = await get(`${KEY}/series?query=aurora`)
    expect(found.text.match(/<entry>\n<title>[^<]*/g)).toEqual([
      '<entry>\n<title>Aurora',
      '<entry>\n<title>Books: aurora',
    ])
    expect((await get(`${KEY}/series?query=nothing`)).text).not.toContain('<entry>')
    expect((await get(`${KEY}/want-to-read`)).text).toContain('Aurora')
  })

  it('answer where the compatibility API is at the root, and lead back there', async () => {
    const headers = { host: 'komga.test' }
    const root = await server.request('GET', `/api/opds/${KEY}`, { headers })
    expect(root.status).toBe(200)
    const series = await server.request('GET', `/api/opds/${KEY}/series/10`, { headers })
    const [href] = /\/api\/opds\/[^"]+\/file\/[^"]+/.exec(series.text) ?? []
    expect((await server.request('GET', href!, { headers })).status).toBe(200)
    const below = await server.request('GET', `/komga/api/opds/${KEY}`)
    expect(below.text).toContain(`/komga/api/opds/${KEY}/libraries`)
  })

  it('know the numbers of libraries, series and lists', async () => {
    expect((await get(`${KEY}/libraries/7`)).text).toContain('Aurora')
    const series = await get(`${KEY}/series/10`)
    expect(series.text).toContain('http://opds-spec.org/acquisition')
    expect((await get(`${KEY}/reading-list/3`)).text.match(/<entry>/g)).toHaveLength(1)
    expect((await get(`${KEY}/series/4711`)).status).toBeGreaterThanOrEqual(400)
    const [href] = /\/api\/opds\/[^"]+\/file\/[^"]+/.exec(series.text) ?? []
    expect((await server.request('GET', href!)).status).toBe(200)
    expect((await get(`${KEY}/series/10/volume/1`)).text.match(/<entry>/g)).toHaveLength(2)
    const chapter = await get(`${KEY}/series/10/volume/1/chapter/2`)
    expect(chapter.text.match(/<entry>/g)).toHaveLength(1)
    const file = await get(`${KEY}/series/10/volume/1/chapter/2/download/anything.cbz`)
    expect([file.status, file.headers['content-length']]).toEqual([200, String(files['Aurora/Aurora 2.cbz'].length)])
    expect((await get(`${KEY}/series/10/volume/1/chapter/99`)).status).toBeGreaterThanOrEqual(400)
  })

  it('send pages, counted from 0', async () => {
    const page = (rest: string) => get(`${KEY}/image?libraryId=7&seriesId=10&volumeId=1&${rest}`)
    const first = await page('chapterId=2&pageNumber=0')
    expect([first.status, first.headers['content-type']]).toEqual([200, 'image/png'])
    const { json } = await server.request('GET', 'books', { as: server.admin })
    const { id } = json.data.find((one: { title: string }) => /2/.test(one.title))
    const same = await server.request('GET', `books/${id}/pages/1`, { as: server.admin })
    expect(first.text).toBe(same.text)
    expect((await page('chapterId=2&pageNumber=4')).status).toBe(200)
    for (const wrong of ['chapterId=2&pageNumber=5', 'chapterId=99&pageNumber=0', 'pageNumber=0', 'chapterId=2'])
      expect((await page(wrong)).status, wrong).toBeGreaterThanOrEqual(400)
  })

  it('show somebody nothing of a library that was closed to them', async () => {
    expect((await get(RESTRICTED_KEY)).status).toBe(200)
    for (const feed of [
      'libraries',
      'series',
      'series?query=aurora',
      'search?q=aurora',
      'recently-added',
      'reading-list',
    ])
      expect((await get(`${RESTRICTED_KEY}/${feed}`)).text.replaceAll('aurora', ''), feed).not.toMatch(/<entry>|Aurora/)
    const chapter = 'series/10/volume/1/chapter/2'
    const hidden = ['libraries/7', 'series/10', 'series/10/volume/1', chapter, `${chapter}/download/x.cbz`]
    const page = 'image?libraryId=7&seriesId=10&volumeId=1&chapterId=2&pageNumber=0'
    for (const path of [...hidden, 'reading-list/3', page])
      expect([path, [403, 404].includes((await get(`${RESTRICTED_KEY}/${path}`)).status)]).toEqual([path, true])
  })

  it('open for imported keys alone, unless keys in addresses are allowed', async () => {
    expect((await get('00000000-0000-4000-8000-000000000000')).status).toBe(401)
    const own = await server.request('POST', 'api-keys', { as: server.admin, body: { name: 'own' } })
    expect((await get(own.json.key)).status).toBe(401)
  })
})
