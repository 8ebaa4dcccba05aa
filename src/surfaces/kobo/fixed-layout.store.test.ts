import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { markFixedLayoutBooks } from '../../store/book/mark-fixed-layout-books.ts'
import { type Send, SimulatedKobo } from './device.fixture.ts'

const fixed = makeEpub(undefined, 'A page.', true)

describe.each(['sqlite', 'postgres'] as const)('an EPUB of fixed layout on %s', (kind) => {
  let app: TestServer
  beforeAll(async () => {
    app = await openTestServer(kind, { 'A/fixed.epub': fixed, 'B/flowing.epub': makeEpub() })
    await app.scan()
  }, 300_000)
  afterAll(() => app.close())

  const marked = async () =>
    (await app.db.query.selectFrom('book').select(['file_name', 'is_fixed_layout']).orderBy('file_name').execute()).map(
      (book) => [book.file_name, book.is_fixed_layout],
    )

  it('is sent as it is, to be opened as pages', async () => {
    const scope = { everything: true }
    const { json } = await app.request('POST', 'user/kobo-devices', { as: app.admin, body: { name: 'Libra', scope } })
    const send: Send = (method, path, { body, headers }) => app.request(method, path, { body, headers })
    const device = new SimulatedKobo(send, json.url)
    await device.sync()
    const urls = [...device.books.values()].map((book) => book.DownloadUrls[0])
    expect(urls.map(({ Format }) => Format).sort()).toEqual(['EPUB3FL', 'KEPUB'])
    const { Url, Size } = urls.find(({ Format }) => Format === 'EPUB3FL')
    const { bytes } = await device.request('GET', Url)
    expect([bytes.equals(fixed), Size]).toEqual([true, fixed.length])
  })

  it('is known again among books that were analysed before', async () => {
    expect(await marked()).toEqual([
      ['fixed.epub', 1],
      ['flowing.epub', 0],
    ])
    await app.db.transaction(async (tx) => {
      await tx.updateTable('book').set({ is_fixed_layout: 0 }).execute()
      await markFixedLayoutBooks(tx)
    })
    expect(await marked()).toEqual([
      ['fixed.epub', 1],
      ['flowing.epub', 0],
    ])
  })
})
