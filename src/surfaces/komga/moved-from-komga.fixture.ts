import { hashSync } from 'bcryptjs'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { openConfiguredPictureStore, openConfiguredThumbnailStore } from '../../images/configured-stores.ts'
import { importFromSource } from '../../import-export/import-from-source.ts'
import { KOMGA_PASSWORD, makeKomga } from '../../import-export/komga.fixture.ts'
import { readImportSource } from '../../import-export/read-import-source.ts'
import { addImportSource } from '../../store/import/sources.ts'
import { openMetadataEditHooks } from '../api/metadata-edit-hooks.ts'

/**
 * A server with these files, after importing everything from a Komga that had them too. It serves as that at
 * `komga.test`. `more`: tables of Komga, in place of those of the fixture.
 */
export async function openServerMovedFromKomga(
  kind: 'sqlite' | 'postgres',
  files: Record<string, Buffer>,
  more: Parameters<typeof makeKomga>[1]['more'] = {},
): Promise<TestServer> {
  const server = await openTestServer(kind, files, (config) => {
    config.compat_api.enabled = true
    config.compat_api.host = 'komga.test'
  })
  await server.scan({ name: 'Ours' })
  const books = Object.entries(files).map(([path, bytes], index) => ({
    id: `BOK000000000${index + 1}`,
    path,
    series: path.split('/')[0]!,
    size: bytes.length,
    pages: 4 + index,
  }))
  const komga = makeKomga(books, { passwordHash: hashSync(KOMGA_PASSWORD, 4), more })
  const { db, config, tasks, events } = server.lectern.context
  const images = { pictures: openConfiguredPictureStore(config), thumbnails: openConfiguredThumbnailStore(config) }
  const deps = { db, config, events, images, metadataEditHooks: openMetadataEditHooks({ db, config, tasks }) }
  const { id } = await db.transaction((tx) => addImportSource(tx, { name: komga.path, createdBy: null }, Date.now()))
  const source = await readImportSource(deps, id, komga.path)
  await importFromSource(deps, source.id, { isDryRun: false })
  return server
}
