import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { corpus, hasCorpus } from '../../../test/fixtures/corpus.ts'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makeEmptyPdf } from '../../../test/fixtures/make-empty-pdf.ts'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

const odd = 'Odd <&> "title" \u202eرمز\u202c 😀 進撃の巨人'
const files: Record<string, Buffer> = {
  'Epub/A book.epub': makeEpub(),
  'Papers/A paper.pdf': makeEmptyPdf(300, 400),
  'Odd/odd.cbz': makeComic(3, {
    Title: `${odd} ${'long '.repeat(2000)}`,
    Series: 'Odd',
    LanguageISO: 'ja',
    Writer: 'A & B, Ç',
    Genre: 'x<y',
    Summary: '<b>Sum</b>',
    Year: 2001,
    Month: 2,
    Day: 3,
  }),
  'Broken/broken.cbz': Buffer.from('no archive'),
}
for (let n = 1; n <= 60; n++) files[`Long run/Long run ${n}.cbz`] = makeComic(1, { Number: n, LanguageISO: 'en' })

describe.each(['sqlite', 'postgres'] as const)('the catalogue on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, files, (config) => {
      config.opds.key_in_path = true
      config.server.trusted_proxies = ['127.0.0.1']
    })
    await server.scan({ bookStrategy: 'metadata_first', numberStrategy: 'smart' })
    const { json } = await server.request('GET', 'books?pageSize=500', { as: server.admin })
    const [first, second] = json.data.filter((book: { pageCount: number }) => book.pageCount > 0)
    await server.request('PUT', `books/${first.id}/progress`, {
      as: server.admin,
      body: { currentPage: 1, completed: false },
    })
    await server.request('POST', 'collections', { as: server.admin, body: { name: odd, ids: [first.seriesId] } })
    await server.request('POST', 'readlists', { as: server.admin, body: { name: 'List', ids: [second.id, first.id] } })
  }, 120_000)
  afterAll(() => server.close())
  const get = (url: string, headers: Record<string, string> = {}) =>
    server.request('GET', url, { as: server.admin, headers })

  it('reaches every book exactly once from the root by its links, and no link is dead', async () => {
    const all = (await get('/api/v1/books?pageSize=500')).json.data.map((book: { id: string }) => book.id)
    const { feeds, books, dead } = await crawl(get, '/opds/v1.2/catalog', '/opds/v1.2/books')
    expect(dead).toEqual([])
    expect(books.length).toBe(all.length)
    expect(new Set(books)).toEqual(new Set(all))
    expect(feeds.size).toBeGreaterThan(15)
  })

  it('is valid OPDS 1.2 in every feed, whatever the titles', async () => {
    const grammar = hasCorpus ? readGrammar() : undefined
    if (!grammar) console.info('The OPDS grammar is not here; feeds are only checked to be well-formed.')
    const { feeds } = await crawl(get, '/opds/v1.2/catalog')
    const xml = [...feeds].map(([url, contents], index) => ({
      fileName: `${index}${url.replace(/\W/g, '_')}.xml`,
      contents,
    }))
    const broken = { fileName: 'broken.xml', contents: xml[0]!.contents.replace(/<id>.*?<\/id>/, '') }
    const schema = grammar && { extension: 'relaxng' as const, ...grammar }
    expect((await validateXML({ xml, ...schema } as never)).errors).toEqual([])
    if (grammar) expect((await validateXML({ xml: [broken], ...schema } as never)).valid).toBe(false)
  }, 120_000)

  it('is valid OPDS 2.0 in every feed, whatever the titles', async () => {
    const validate = hasCorpus ? feedValidator() : undefined
    const queue = ['/opds/v2', '/opds/v2/search?query=zzzz', '/opds/v2/books?page=9']
    const seen = new Set<string>()
    while (queue.length > 0) {
      const url = queue.shift()!
      if (seen.has(url)) continue
      seen.add(url)
      const { status, json, headers } = await get(url)
      expect(status, url).toBe(200)
      expect(String(headers['content-type'])).toContain('application/opds+json')
      if (validate && !validate(json)) expect(validate.errors, url).toBeNull()
      const groups = (json.groups ?? []).flatMap((group: { links: object[] }) => group.links)
      for (const link of [...json.links, ...(json.navigation ?? []), ...groups]) {
        if (!link.templated && /opds\+json/.test(link.type)) queue.push(link.href)
      }
    }
    expect(seen.size).toBeGreaterThan(15)
  })

  it('finds series as well as books in 2.0, on the first page of the results', async () => {
    const [series] = (await get('/api/v1/series?pageSize=1&sort=book_count,desc')).json.data
    const query = encodeURIComponent(series.title)
    const { json } = await get(`/opds/v2/search?query=${query}`)
    expect(json.navigation).toContainEqual(
      expect.objectContaining({ title: series.title, href: expect.stringContaining(`series/${series.id}`) }),
    )
    expect(json.publications.length).toBeGreaterThan(0)
    const last = await get(`/opds/v2/search?query=${query}&page=2&pageSize=1`)
    expect(last.json.navigation).toBeUndefined()
  })

  it('finds collections and read lists by their names in 2.0, also where no book has such a name', async () => {
    const [series] = (await get('/api/v1/series?pageSize=1')).json.data
    const [book] = (await get('/api/v1/books?pageSize=1')).json.data
    const make = (path: string, body: object) => server.request('POST', path, { as: server.admin, body })
    const collection = await make('collections', { name: 'Quokka shelf', ids: [series.id] })
    const readList = await make('readlists', { name: 'Quokka order', ids: [book.id] })
    const { json } = await get('/opds/v2/search?query=quokka')
    expect(json.navigation.map((link: { title: string; href: string }) => [link.title, link.href])).toEqual([
      ['Quokka shelf', expect.stringContaining(`collections/${collection.json.id}`)],
      ['Quokka order', expect.stringContaining(`readlists/${readList.json.id}`)],
    ])
    expect(json.publications).toBeUndefined()
  })

  it('shows what one most likely came for on the first page of 2.0', async () => {
    const { json } = await get('/opds/v2')
    const titles = json.groups.map((group: { metadata: { title: string } }) => group.metadata.title)
    expect(titles).toEqual(expect.arrayContaining(['Continue reading', 'Recently added']))
    expect(json.groups[0].publications[0].metadata.title).toEqual(expect.any(String))
    // KOReader shows a group as one line, with its number of items.
    expect(json.groups.at(-1).metadata.numberOfItems).toBeGreaterThanOrEqual(json.groups.at(-1).publications.length)
    const lines = [...json.navigation, ...json.groups.flatMap((group: { links: object[] }) => group.links)]
    const leads = lines.map((line: { href: string }) => line.href)
    expect(new Set(leads).size).toBe(leads.length)
    expect(leads).toHaveLength(10)
  })

  it('says the true kind of every file, and streams pages of what has pages', async () => {
    const { text } = await get('/opds/v1.2/books?pageSize=200')
    for (const type of ['application/vnd.comicbook+zip', 'application/epub+zip', 'application/pdf']) {
      expect(text).toContain(`type="${type}"`)
    }
    const entry = text.split('<entry>').find((part) => part.includes('#1 ·') && part.includes('pse:count'))!
    const href = /opds-pse\/stream" href="([^"]+)"/.exec(entry)![1]!.replaceAll('&#38;', '&')
    const page = await get(href.replace('{pageNumber}', '0').replace('{maxWidth}', '20'))
    expect([page.status, page.headers['content-type']]).toEqual([200, 'image/png'])
    const bare = await get(href.replace('{pageNumber}', '0'))
    expect(bare.status).toBe(200)
    expect((await get(href.replace('{pageNumber}', '99').replace('{maxWidth}', ''))).status).toBe(404)
  })

  it('moves progress by streaming only for whoever may write it', async () => {
    const [book] = (await get('/api/v1/books?pageSize=1&sort=page_count,desc')).json.data
    const key = async (permissions: string[]) =>
      `Bearer ${(await server.request('POST', 'api-keys', { as: server.admin, body: { name: 'k', permissions } })).json.key}`
    const url = `/opds/v1.2/books/${book.id}/pages/1`
    await server.request('GET', url, { as: await key(['BooksRead', 'PagesRead']) })
    // Requesting the size of a page isn't reading it.
    await server.request('HEAD', url, { as: server.admin })
    const progress = async () => (await get(`/api/v1/books/${book.id}/progress`)).json
    expect((await progress())?.currentPage ?? null).not.toBe(2)
    await server.request('GET', url, { as: await key(['BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite']) })
    await expect.poll(async () => (await progress())?.currentPage).toBe(2)
  })

  it('answers 304 while nothing changes, and HEAD like GET', async () => {
    const first = await get('/opds/v1.2/series')
    const again = await get('/opds/v1.2/series', { 'if-none-match': String(first.headers.etag) })
    expect(again.status).toBe(304)
    const head = await server.request('HEAD', '/opds/v1.2/series', { as: server.admin })
    const lengths = [head, first].map(({ headers }) => headers['content-length'])
    expect([head.status, lengths[0]]).toEqual([200, lengths[1]])
  })

  it('links to the address of each request, also if the same feed was just sent to another address', async () => {
    const linksOf = async (headers: Record<string, string> = {}) => {
      const { text } = await get('/opds/v1.2/series', headers)
      return new Set([...text.matchAll(/href="(.*?)opds\//g)].map(([, before]) => before))
    }
    expect(await linksOf()).toEqual(new Set(['/']))
    expect(await linksOf({ 'x-forwarded-prefix': '/books' })).toEqual(new Set(['/books/']))
    expect(await linksOf()).toEqual(new Set(['/']))
    const progress = () => get('/opds/v1.2/in-progress')
    const before = await progress()
    const { data } = (await get('/api/v1/books?pageSize=9')).json
    const body = { currentPage: 1, completed: false }
    await server.request('PUT', `books/${data[5].id}/progress`, { as: server.admin, body })
    expect((await progress()).text).not.toBe(before.text)
  })

  it('answers nobody 304 for what another one has, and 304 also to those who do not see all', async () => {
    const url = '/opds/v1.2/in-progress'
    const [one, two] = [await server.addUser('one-of-two'), await server.addUser('two-of-two', { ageLimit: 99 })]
    const mine = await server.request('GET', url, { as: one.as })
    const known = (as: string, tag: unknown) =>
      server.request('GET', url, { as, headers: { 'if-none-match': String(tag) } })
    expect((await known(two.as, mine.headers.etag)).status).toBe(200)
    const limited = await server.request('GET', url, { as: two.as })
    expect((await known(two.as, limited.headers.etag)).status).toBe(304)
    const peer = await server.addUser('three-of-two')
    const current = await server.request('GET', url, { as: one.as })
    expect((await known(one.as, current.headers.etag)).status).toBe(304)
    expect((await known(peer.as, current.headers.etag)).status).toBe(200)
  })

  it('asks for Basic credentials, and tells OPDS 2 apps how to sign in', async () => {
    const one = await server.request('GET', '/opds/v1.2/catalog')
    expect([one.status, one.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')])
    const two = await server.request('GET', '/opds/v2')
    expect([two.status, two.headers['content-type']]).toEqual([
      401,
      expect.stringContaining('application/opds-authentication+json'),
    ])
    expect(two.json.authentication[0].type).toBe('http://opds-spec.org/auth/basic')
    // Where apps that know Komga look for it.
    const asked = await server.request('GET', '/opds/v2/auth')
    expect([asked.status, asked.json]).toEqual([200, two.json])
    const { key } = (await server.request('POST', 'api-keys', { as: server.admin, body: { name: 'k' } })).json
    const basic = `Basic ${Buffer.from(`api:${key}`).toString('base64')}`
    expect((await server.request('GET', '/opds', { as: basic })).status).toBe(200)
    const inPath = await server.request('GET', `/opds/k/${key}/v1.2/catalog`)
    expect(inPath.status).toBe(200)
    expect(inPath.text).toContain(`/opds/k/${key}/v1.2/libraries`)
    expect((await server.request('GET', '/opds/k/lectern_aaaaaaaa_bbbbbbbb/v1.2/catalog')).status).toBe(401)
  })

  it('stores the reading position from both progression documents, and refuses a stale one', async () => {
    const [book] = (await get('/api/v1/books?pageSize=1&sort=page_count,desc')).json.data
    const url = `/opds/v2/books/${book.id}/progression`
    const put = (body: object) => server.request('PUT', url, { as: server.admin, body })
    const now = new Date().toISOString()
    expect((await put({ modified: now, device: { id: 'd', name: 'Phone' }, progression: 0.4 })).status).toBe(204)
    const read = await get(url)
    expect(read.json).toMatchObject({ progression: 0.4, device: { name: 'Phone' } })
    expect((await put({ modified: '2001-01-01T00:00:00Z', progression: 0.1 })).status).toBe(409)
    expect((await put({ modified: now })).status).toBe(400)
  })
})

/** Follows every link from the root; books are counted on one shelf, where each must appear once. */
async function crawl(get: (url: string) => Promise<{ status: number; text: string }>, root: string, list?: string) {
  const feeds = new Map<string, string>()
  const dead: string[] = []
  const books: string[] = []
  const things = new Set<string>()
  const queue = [root]
  while (queue.length > 0) {
    const url = queue.shift()!
    if (feeds.has(url)) continue
    const { status, text } = await get(url)
    if (status !== 200) dead.push(`${status} ${url}`)
    feeds.set(url, text)
    const isShelf = list !== undefined && (url === list || new RegExp(`^${list}\\?pageSize=50&page=\\d+$`).test(url))
    if (isShelf) books.push(...[...text.matchAll(/<id>urn:uuid:([^<]+)/g)].map((match) => match[1]!))
    for (const [, attributes = ''] of text.matchAll(/<link([^>]+)\/>/g)) {
      const href = /href="([^"]+)"/.exec(attributes)![1]!.replaceAll('&#38;', '&')
      if (/profile=opds-catalog;kind=/.test(attributes)) queue.push(href)
      else if (!href.includes('{')) things.add(href)
    }
  }
  // Files, covers, entries: a good number of them, each must exist.
  for (const thing of [...things].slice(0, 120)) {
    const { status } = await get(thing)
    if (status !== 200) dead.push(`${status} ${thing}`)
  }
  return { feeds, books, dead }
}

function readGrammar() {
  const folder = join(corpus, 'schemas/opds1/rng')
  const all = readdirSync(folder).filter((name) => name.endsWith('.rng'))
  const main = all.find((name) => name.includes('fixed-pse'))!
  const read = (fileName: string) => ({ fileName, contents: readFileSync(join(folder, fileName), 'utf8') })
  return { schema: [read(main)], preload: all.filter((name) => name !== main).map(read) }
}

function feedValidator() {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  ;(addFormats as unknown as (on: Ajv2020) => void)(ajv)
  ajv.addFormat('uri-references', true)
  for (const name of readdirSync(join(corpus, 'schemas'), { recursive: true }) as string[]) {
    if (!name.endsWith('.schema.json')) continue
    try {
      const schema = JSON.parse(readFileSync(join(corpus, 'schemas', name), 'utf8'))
      if (schema.$id && !ajv.getSchema(schema.$id)) ajv.addSchema(schema)
    } catch {
      // One of the published schemas is not valid JSON.
    }
  }
  return ajv.getSchema('https://drafts.opds.io/schema/feed.schema.json')!
}
