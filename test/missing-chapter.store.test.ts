import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documents, makeBook, xhtml } from '../src/formats/epub/book.fixture.ts'
import { openTestServer, type TestServer } from './server.ts'

describe.each(['sqlite', 'postgres'] as const)('a chapter that the file lacks, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    const files = { 'OPS/a.xhtml': xhtml('<p>Text.</p>') }
    server = await openTestServer(kind, { 'Book/Book.epub': makeBook({ ...documents('a', 'gone'), files }) })
    await server.scan()
  }, 240_000)
  afterAll(() => server.close())

  it('is an empty page for readers that request one, and not found for all others', async () => {
    const request = (path: string) => server.request('GET', path, { as: server.admin })
    const at = `books/${(await request('books')).json.data[0].id}/resources/OPS`
    expect((await request(`${at}/gone.xhtml`)).status).toBe(404)
    const page = await request(`${at}/gone.xhtml?page`)
    expect([page.status, page.headers['content-type']]).toEqual([200, 'application/xhtml+xml; charset=utf-8'])
    expect(page.text).toContain('<body></body>')
    expect(page.headers['content-security-policy']).toContain("script-src 'none'")
    // Only chapters have such a page, and those that exist are shown.
    expect((await request(`${at}/never-listed.xhtml?page`)).status).toBe(404)
    expect((await request(`${at}/a.xhtml?page`)).text).toContain('<p>Text.</p>')
  })
})
