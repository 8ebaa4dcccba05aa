import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../test/databases.ts'
import { makeEpub } from '../../test/fixtures/make-epub.ts'
import { makePng } from '../../test/fixtures/make-images.ts'
import { openTestServer, type TestServer } from '../../test/server.ts'

const files = {
  'Ragnhild Moe/Tern (1)/Tern - Ragnhild Moe.epub': makeEpub(undefined, 'About the tern.'),
  'Ragnhild Moe/Tern (1)/cover.jpg': makePng(50, 70, 10),
  'Ragnhild Moe/Gannet (2)/Gannet - Ragnhild Moe.epub': makeEpub(undefined, 'About the gannet.'),
  'Loose/Loose.epub': makeEpub(undefined, 'About nothing.'),
  'Loose/cover.jpg': makePng(50, 70, 20),
}

describe.each(databaseKinds())('covers that Calibre stores beside books, on %s', (kind) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(kind, files)
    await server.scan({ name: 'Calibre', seriesStrategy: 'calibre', metadataConfig: { localArtwork: true } })
  })
  afterAll(() => server?.close())

  it('are those of the books in the same folder', async () => {
    const covers = async () => {
      await server.waitForIdle()
      const rows = await server.db.query
        .selectFrom('book as b')
        .innerJoin('cover as c', 'c.id', 'b.cover_id')
        .select(['b.file_name', 'c.source'])
        .execute()
      return rows.map(({ file_name: name, source }) => `${name} ${source}`)
    }
    await expect.poll(covers, { timeout: 20_000 }).toEqual(['Tern - Ragnhild Moe.epub file:cover.jpg'])
  })
})
