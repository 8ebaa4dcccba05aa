import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfWithPassword } from '../../../test/fixtures/encrypted-pdf.ts'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { encryptWith7z, zipWithPasswords } from '../../../test/fixtures/pack-with-7z.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

describe.each(['sqlite', 'postgres'] as const)('encrypted books on %s', (kind) => {
  let server: TestServer
  let library: string
  let ids: Record<string, string>

  beforeAll(async () => {
    const pages = { '1.png': makePng(30, 40), '2.png': makePng(50, 60) }
    const issue = (password: string) => encryptWith7z(pages, { type: 'zip', password })
    server = await openTestServer(kind, {
      'A/locked.pdf': pdfWithPassword,
      'B/issue 1.cbz': await issue('swordfish'),
      'B/issue 2.cbz': await issue('swordfish'),
      'B/issue 3.cbz': await issue('another'),
      'C/open.cbz': makeComic(2),
      'D/partly.cbz': await zipWithPasswords({
        '1.png': { data: pages['1.png'] },
        '2.png': { data: pages['2.png'], password: 'half' },
      }),
      'E/two.cbz': await zipWithPasswords({
        '1.png': { data: pages['1.png'], password: 'one' },
        '2.png': { data: pages['2.png'], password: 'two' },
      }),
      'F/replaced.cbz': await issue('swordfish'),
      'G/still locked.cbz': await issue('swordfish'),
      'H/no pages.cbz': makeComic(0),
    })
    library = await server.scan()
    const { json } = await server.request('GET', 'books', { as: server.admin })
    ids = Object.fromEntries(
      json.data.map((book: { filePath: string; id: string }) => [book.filePath.split('/').at(-1)!, book.id]),
    )
  }, 240_000)
  afterAll(() => server.close())

  const detail = async (name: string) => {
    const { json } = await server.request('GET', `books/${ids[name]}`, { as: server.admin })
    const { pageCount, analysisError } = json.book
    return { pageCount, analysisError, hasFilePassword: json.hasFilePassword ?? false }
  }
  const save = (name: string, password: string, as = server.admin) =>
    server.request('PUT', `books/${ids[name]}/file-password`, { as, body: { password } })
  const page = (name: string, as = server.admin) => server.request('GET', `books/${ids[name]}/pages/1`, { as })

  it('are readable by everybody once the password is saved', async () => {
    expect(await detail('locked.pdf')).toMatchObject({
      pageCount: 0,
      analysisError: 'The PDF is encrypted and needs a password.',
      hasFilePassword: false,
    })
    expect((await save('locked.pdf', 'secret')).status).toBe(204)
    await server.waitForIdle()
    expect(await detail('locked.pdf')).toMatchObject({
      pageCount: 3,
      analysisError: null,
      hasFilePassword: true,
    })
    const reader = await server.addUser('reader')
    expect((await page('locked.pdf', reader.as)).headers['content-type']).toBe('image/jpeg')
    expect((await server.request('GET', `books/${ids['locked.pdf']}/document`, { as: reader.as })).status).toBe(200)
    const stored = await server.db.query
      .selectFrom('book')
      .select('file_password')
      .where('file_password', 'is not', null)
      .execute()
    expect(JSON.stringify(stored)).not.toContain('secret')
  })

  it('open with the password of another book of their series, and lock again with it', async () => {
    expect((await save('issue 1.cbz', 'swordfish')).status).toBe(204)
    await server.waitForIdle()
    expect(await detail('issue 1.cbz')).toMatchObject({ pageCount: 2, hasFilePassword: true })
    expect(await detail('issue 2.cbz')).toMatchObject({ pageCount: 2, hasFilePassword: true })
    expect(await detail('issue 3.cbz')).toMatchObject({ pageCount: 0, hasFilePassword: false })
    expect((await page('issue 2.cbz')).headers['content-type']).toBe('image/png')

    const removed = await server.request('DELETE', `books/${ids['issue 2.cbz']}/file-password`, { as: server.admin })
    expect(removed.status).toBe(204)
    await server.waitForIdle()
    for (const name of ['issue 1.cbz', 'issue 2.cbz']) {
      expect(await detail(name)).toMatchObject({ pageCount: 0, hasFilePassword: false })
      expect((await page(name)).headers['content-type']).toMatch('json')
    }
  })

  it('lock again with it also if it was entered for each of them', async () => {
    const { as } = await server.addUser('editor', { role: 'maintainer' })
    for (const name of ['issue 1.cbz', 'issue 2.cbz']) expect((await save(name, 'swordfish', as)).status).toBe(204)
    await server.waitForIdle()
    expect(await detail('issue 2.cbz')).toMatchObject({ pageCount: 2 })
    await server.request('DELETE', `books/${ids['issue 1.cbz']}/file-password`, { as: server.admin })
    await server.waitForIdle()
    for (const name of ['issue 1.cbz', 'issue 2.cbz'])
      expect(await detail(name)).toMatchObject({ pageCount: 0, hasFilePassword: false })
  })

  it('say why a file can’t be read with any password', async () => {
    const answer = await save('no pages.cbz', 'swordfish')
    expect([answer.status, answer.json.message]).toEqual([422, 'The archive is empty.'])
  })

  // Attempts are limited per person.
  const someone = async (name: string) => (await server.addUser(name, { role: 'maintainer' })).as

  it('lose the cover that shows their first page, with the password', async () => {
    const cover = () => server.request('GET', `books/${ids['locked.pdf']}/thumbnail`, { as: server.admin })
    expect((await cover()).headers['content-type']).toBe('image/jpeg')
    await server.request('DELETE', `books/${ids['locked.pdf']}/file-password`, { as: server.admin })
    await server.waitForIdle()
    expect((await cover()).headers['content-type']).toBe('image/svg+xml')
  })

  it('can be unlocked if only some of their pages are encrypted', async () => {
    expect(await detail('partly.cbz')).toEqual({
      pageCount: 2,
      analysisError: 'Some pages of this archive are encrypted.',
      hasFilePassword: false,
    })
    expect((await page('partly.cbz')).status).toBe(200)
    const version = async () =>
      (await server.request('GET', `books/${ids['partly.cbz']}?fileVersion=true`, { as: server.admin })).json
        .fileVersion
    const before = await version()
    expect((await save('partly.cbz', 'half', await someone('anna'))).status).toBe(204)
    await server.waitForIdle()
    expect(await detail('partly.cbz')).toEqual({ pageCount: 2, analysisError: null, hasFilePassword: true })
    expect(await version()).not.toBe(before)
  })

  it('say so if they have several passwords', async () => {
    const { status, json } = await save('two.cbz', 'one', await someone('bert'))
    expect([status, json.details]).toEqual([
      400,
      [expect.objectContaining({ message: expect.stringMatching(/^This password opens only some of the pages/) })],
    ])
  })

  it('have no password any more once the file is replaced by one that is not encrypted', async () => {
    expect((await save('replaced.cbz', 'swordfish', await someone('cleo'))).status).toBe(204)
    await server.waitForIdle()
    expect(await detail('replaced.cbz')).toMatchObject({ pageCount: 2, hasFilePassword: true })
    writeFileSync(join(server.library, 'F/replaced.cbz'), makeComic(4))
    await server.request('POST', `libraries/${library}/scan`, { as: server.admin })
    await server.waitForIdle()
    expect(await detail('replaced.cbz')).toEqual({ pageCount: 4, analysisError: null, hasFilePassword: false })
    expect((await page('replaced.cbz')).status).toBe(200)
  })

  it('lose their cover, too, once the file is replaced by one with another password', async () => {
    const type = async () => {
      const path = `books/${ids['still locked.cbz']}/thumbnail`
      return (await server.request('GET', path, { as: server.admin })).headers['content-type']
    }
    expect((await save('still locked.cbz', 'swordfish', await someone('dora'))).status).toBe(204)
    await server.waitForIdle()
    expect(await type()).toBe('image/jpeg')
    const pages = { '1.png': makePng(70, 80), '2.png': makePng(50, 60), '3.png': makePng(50, 60) }
    const another = await encryptWith7z(pages, { type: 'zip', password: 'another' })
    writeFileSync(join(server.library, 'G/still locked.cbz'), another)
    await server.request('POST', `libraries/${library}/scan`, { as: server.admin })
    await server.waitForIdle()
    expect(await detail('still locked.cbz')).toMatchObject({ pageCount: 0 })
    expect(await type()).toBe('image/svg+xml')
  })

  it('refuse a wrong password, a book without one, and whoever may not edit books', async () => {
    const wrong = await save('issue 3.cbz', 'swordfish')
    expect(wrong.status).toBe(400)
    expect(wrong.json.details).toEqual([expect.objectContaining({ path: 'password' })])
    expect(wrong.text).not.toContain('swordfish')
    expect((await save('open.cbz', 'x')).status).toBe(409)
    expect((await page('open.cbz')).status).toBe(200)
    const other = await server.addUser('somebody')
    expect((await save('issue 3.cbz', 'another', other.as)).status).toBe(403)
  })

  it('allow a few attempts only', async () => {
    const maintainer = await server.addUser('maintainer', { role: 'maintainer' })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 6; attempt++)
      statuses.push((await save('issue 3.cbz', `guess ${attempt}`, maintainer.as)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })
})
