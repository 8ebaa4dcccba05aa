import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../../test/databases.ts'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { readSeriesToMatch } from './items-to-match.ts'

const web = { Web: 'https://anilist.co/manga/7' }
const files = {
  'Garden/Garden v01 (1994).cbz': makeComic(1, web),
  'Garden/Garden v02 (1996).cbz': makeComic(1, web),
  'Meadow/Meadow v04 (2001).cbz': makeComic(1),
}

describe.each(databaseKinds())('what is known of a series to match, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, files)
    await server.scan({ name: 'Comics' })
  })
  afterAll(() => server?.close())

  it('includes links in its files, the name of one, and how many are volumes', async () => {
    const { db } = server
    const ids = (await db.query.selectFrom('series').select('id').orderBy('title').execute()).map(({ id }) => id)
    const [garden, meadow] = await readSeriesToMatch(db, ids)
    const links = ['https://anilist.co/manga/7']
    expect(garden).toMatchObject({ links, fileName: 'Garden v01 (1994).cbz', volumeCount: 2 })
    expect(meadow).toMatchObject({ links: [], fileName: 'Meadow v04 (2001).cbz', volumeCount: 1 })
  })
})
