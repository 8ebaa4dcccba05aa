import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../../test/databases.ts'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

describe.each(databaseKinds())('a renamed series, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, {
      'Aurora/Aurora 1.cbz': makeComic(1, { Series: 'Aurora', Number: 1 }),
      'Aurora/Aurora 2.cbz': makeComic(2, { Series: 'Aurora', Number: 2, Title: 'Night' }),
    })
    await server.scan()
  })
  afterAll(() => server?.close())

  it('renames the books that are named after it', async () => {
    const as = server.admin
    const books = async () =>
      (await server.request('GET', 'books', { as })).json.data
        .map(({ title, seriesName }: Record<string, string>) => `${seriesName}: ${title}`)
        .sort()
    expect(await books()).toEqual(['Aurora: Aurora #1', 'Aurora: Night'])
    const [{ id }] = (await server.request('GET', 'series', { as })).json.data
    await server.request('PATCH', `series/${id}/metadata`, { as, body: { title: 'Borealis' } })
    await server.waitForIdle()
    expect(await books()).toEqual(['Borealis: Borealis #1', 'Borealis: Night'])
  })
})
