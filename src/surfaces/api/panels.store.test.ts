import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeZip } from '../../../test/fixtures/make-zip.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { loadSharp } from '../../formats/image/load-sharp.ts'

/** Two rows of two panels on white. */
async function drawGrid(): Promise<Buffer> {
  const sharp = await loadSharp()
  const boxes = [
    [20, 20],
    [310, 20],
    [20, 460],
    [310, 460],
  ].map(([x, y]) => `<rect x="${x}" y="${y}" width="270" height="420" fill="#345"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><rect width="600" height="900" fill="#fff"/>${boxes.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg().toBuffer()
}

const acbf = `<?xml version="1.0"?><ACBF xmlns="http://www.acbf.info/xml/acbf/1.1"><meta-data><book-info>
  <coverpage><image href="1.jpg"/></coverpage></book-info></meta-data><body>
  <page><image href="2.jpg"/><frame points="0,0 600,0 600,450 0,450"/><frame points="300,450 600,450 700,900 300,900"/></page>
  </body></ACBF>`

describe.each(['sqlite', 'postgres'] as const)('the panels of a page on %s', (kind) => {
  let server: TestServer
  let ids: Record<string, string>

  beforeAll(async () => {
    const grid = await drawGrid()
    const manga = '<ComicInfo><Manga>YesAndRightToLeft</Manga></ComicInfo>'
    server = await openTestServer(kind, {
      'A/plain.cbz': makeZip([
        { name: '1.jpg', data: grid },
        { name: '2.png', data: 'no picture at all' },
      ]),
      'B/manga.cbz': makeZip([
        { name: '1.jpg', data: grid },
        { name: 'ComicInfo.xml', data: manga },
      ]),
      'C/framed.cbz': makeZip([
        { name: 'pages/1.jpg', data: grid },
        { name: 'pages/2.jpg', data: grid },
        { name: 'book.acbf', data: acbf },
      ]),
    })
    await server.scan()
    const { json } = await server.request('GET', 'books?size=50', { as: server.admin })
    ids = Object.fromEntries(
      json.data.map(({ id, filePath }: { id: string; filePath: string }) => [filePath.split('/').at(-1), id]),
    )
  }, 120_000)
  afterAll(() => server.close())

  const request = (book: string, page: number, more = '', headers = {}) =>
    server.request('GET', `books/${ids[book]}/pages/${page}/panels${more}`, { as: server.admin, headers })

  it('are found in its picture, as parts of the page', async () => {
    const { status, json } = await request('plain.cbz', 1)
    expect(status).toBe(200)
    expect(json.panels).toHaveLength(4)
    expect(json.panels[0].x).toBeCloseTo(20 / 600, 2)
    expect(json.panels[1].x).toBeCloseTo(310 / 600, 2)
    expect(json.panels[3].height).toBeCloseTo(420 / 900, 2)
  })

  it('are mirrored where the book is read from right to left, or is wanted so', async () => {
    const first = (answer: { json: { panels: { x: number }[] } }) => answer.json.panels[0]!.x
    expect(first(await request('manga.cbz', 1))).toBeGreaterThan(0.5)
    expect(first(await request('manga.cbz', 1, '?direction=ltr'))).toBeLessThan(0.5)
    expect(first(await request('plain.cbz', 1, '?direction=rtl'))).toBeGreaterThan(0.5)
  })

  it('are those of the ACBF document where it names some', async () => {
    const { json } = await request('framed.cbz', 2)
    expect(json.panels).toEqual([
      { x: 0, y: 0, width: 1, height: 0.5 },
      { x: 0.5, y: 0.5, width: 0.5, height: 0.5 },
    ])
    expect((await request('framed.cbz', 1)).json.panels).toHaveLength(4)
  })

  it('are not sent again to who has them', async () => {
    const { headers } = await request('plain.cbz', 1)
    expect((await request('plain.cbz', 1, '', { 'if-none-match': headers.etag })).status).toBe(304)
    expect((await request('plain.cbz', 1, '?direction=rtl', { 'if-none-match': headers.etag })).status).toBe(200)
  })

  it('fail as the page itself does', async () => {
    const page = await server.request('GET', `books/${ids['plain.cbz']}/pages/2?width=100`, { as: server.admin })
    const panels = await request('plain.cbz', 2)
    expect([page.status, panels.status]).toEqual([422, 422])
    expect(panels.json.message).toBe(page.json.message)
    expect((await request('plain.cbz', 9)).status).toBe(404)
    expect((await request('plain.cbz', 1, '?direction=up')).status).toBe(400)
  })

  it('are for those who may see the book', async () => {
    const { as } = await server.addUser('guest', { role: 'reader' })
    expect((await server.request('GET', `books/${ids['plain.cbz']}/pages/1/panels`)).status).toBe(401)
    const own = await server.request('GET', `books/${ids['plain.cbz']}/pages/1/panels`, { as })
    const shown = await server.request('GET', `books/${ids['plain.cbz']}/pages/1`, { as })
    expect(own.status).toBe(shown.status)
  })

  it('come with the box inside the margins', async () => {
    const { json } = await server.request('GET', `books/${ids['plain.cbz']}/pages/1/content-box`, { as: server.admin })
    expect(json.box.x).toBeCloseTo(20 / 600, 2)
    expect(json.edgeColor).toBe('#ffffff')
  })
})
