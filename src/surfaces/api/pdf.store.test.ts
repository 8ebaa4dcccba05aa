import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { makeManual } from '../../../test/fixtures/make-manual.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

describe('a viewer of PDFs', () => {
  let app: TestServer
  let manual: string
  let other: string
  let novel: string
  const request = (path: string, headers?: Record<string, string>) =>
    app.request('GET', path, { as: app.admin, headers })
  beforeAll(async () => {
    app = await openTestServer('sqlite', {
      'Manuals/manual.pdf': makeManual({ pages: 6, photosOn: [2] }),
      'Manuals/other.pdf': makeManual({ pages: 2 }),
      'Novels/novel.epub': makeEpub(),
    })
    await app.scan()
    const { data } = (await request('books')).json as { data: { id: string; filePath: string }[] }
    const pathOf = (name: string) => `books/${data.find(({ filePath }) => filePath.endsWith(name))!.id}`
    manual = pathOf('manual.pdf')
    other = pathOf('other.pdf')
    novel = pathOf('novel.epub')
  }, 240_000)
  afterAll(() => app.close())

  it('gets sizes, labels and outline once, and a 304 after that', async () => {
    const { status, json, headers } = await request(`${manual}/document`)
    expect(status).toBe(200)
    expect(json.pages).toHaveLength(6)
    expect(json.labels).toEqual(['i', 'ii', '1', '2', '3', '4'])
    expect(json.outline[1]).toMatchObject({ title: 'First steps', page: 3, children: [{ title: 'A detail' }] })
    expect((await request(`${manual}/document`, { 'if-none-match': String(headers.etag) })).status).toBe(304)
    expect((await request(`${novel}/document`)).status).toBe(404)
  })

  it('gets what is on a page, and refuses one that is not there', async () => {
    const { json } = await request(`${manual}/pages/1/text`)
    expect(json.text).toContain('The quick brown fox jumps')
    expect(json.links).toEqual([
      expect.objectContaining({ page: 5, top: 0.5, url: null }),
      expect.objectContaining({ page: null, url: 'https://example.org/manual?a=1' }),
    ])
    expect((await request(`${manual}/pages/2/text`)).json.pictures).toHaveLength(1)
    expect((await request(`${manual}/pages/7/text`)).status).toBe(404)
  })

  it('gets tiles of the widths there are', async () => {
    const tile = await request(`${manual}/pages/1/tiles/3400/0/0`)
    expect([tile.status, tile.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(tile.bytes.length).toBeGreaterThan(1000)
    for (const wrong of ['1/tiles/3333/0/0', '1/tiles/3400/4/0', '1/tiles/3400/0/90', '9/tiles/3400/0/0'])
      expect((await request(`${manual}/pages/${wrong}`)).status, wrong).toBe(404)
    expect((await request(`${manual}/pages/1/tiles/3400/-1/0`)).status).toBe(400)
  })

  it('searches without regard to case and accents, all at once or line by line', async () => {
    const { json } = await request(`${manual}/search?q=${encodeURIComponent('The  CAFE is')}`)
    expect(json.isComplete).toBe(true)
    expect(json.hits).toHaveLength(6)
    const [hit] = json.hits
    expect(hit).toMatchObject({ page: 1, match: 'the café is', title: 'Preface' })
    expect(hit.locator).toMatchObject({ locations: { position: 1, fragments: ['page=1'] } })
    const { text } = (await request(`${manual}/pages/1/text`)).json
    expect(text.slice(hit.start, hit.end)).toBe('the café is')

    const streamed = await request(`${manual}/search?q=needle&limit=3`, { accept: 'application/x-ndjson' })
    expect(streamed.headers['content-type']).toBe('application/x-ndjson')
    const lines = streamed.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ page }) => page)).toEqual([2, 3, 4, undefined])
    expect(lines.at(-1)).toEqual({ isComplete: false })
    expect((await request(`${manual}/search?q=unheard-of`)).json).toEqual({ hits: [], isComplete: true })
  })

  it('searches EPUBs line by line, too', async () => {
    const streamed = await request(`${novel}/search?q=e`, { accept: 'application/x-ndjson' })
    const lines = streamed.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.at(-1)).toHaveProperty('isComplete')
    expect(lines[0]).toMatchObject({ page: null, start: null })
  })

  it('gets no text while the file is broken, and asks again', async () => {
    writeFileSync(join(app.library, 'Manuals/other.pdf'), 'not a PDF')
    const { status, json, headers } = await request(`${other}/pages/1/text`)
    expect([status, json.text, headers['cache-control'], headers.etag]).toEqual([200, '', 'no-store', undefined])
  })

  it('shows nothing to whoever is not signed in', async () => {
    for (const path of ['document', 'pages/1/text', 'pages/1/tiles/3400/0/0', 'search?q=a'])
      expect((await app.request('GET', `${manual}/${path}`)).status, path).toBe(401)
  })
})
