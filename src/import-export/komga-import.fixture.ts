import { hashSync } from 'bcryptjs'
import { expect } from 'vitest'
import { makeComic } from '../../test/fixtures/make-comic.ts'
import { makeEpub } from '../../test/fixtures/make-epub.ts'
import { makePng } from '../../test/fixtures/make-images.ts'
import { openTestServer } from '../../test/server.ts'
import { openConfiguredPictureStore, openConfiguredThumbnailStore } from '../images/configured-stores.ts'
import { addImportSource, changeImportSource } from '../store/import/sources.ts'
import { openMetadataEditHooks } from '../surfaces/api/metadata-edit-hooks.ts'
import { exportRecords } from './export/export-records.ts'
import { importFromSource } from './import-from-source.ts'
import { defaultImportOptions, type ImportOptions } from './import-options.ts'
import { KOMGA_PASSWORD, makeKomga } from './komga.fixture.ts'
import { readImportSource } from './read-import-source.ts'
import { writeRecordArchive } from './record-archive.ts'

const files = {
  'Aurora/Aurora 1.cbz': makeComic(4, { Series: 'Aurora', Number: 1 }),
  'Aurora/Aurora #2 & more.cbz': makeComic(5, { Series: 'Aurora', Number: 2 }),
  'Novel/novel.epub': makeEpub(makePng(40, 60, 5)),
}
const cover = makePng(80, 120, 9)

export type KomgaImport = Awaited<ReturnType<typeof openKomgaImport>>

/** A server with three books, and the database of a Komga that has them too. */
export async function openKomgaImport(kind: 'sqlite' | 'postgres') {
  const server = await openTestServer(kind, files)
  await server.scan({ name: 'Ours' })
  const book = (id: string, path: string, pages: number) => {
    const bytes = files[path as keyof typeof files]
    return { id, path, series: path.split('/')[0]!, size: bytes.length, pages }
  }
  const komga = makeKomga(
    [
      book('BOK0000000001', 'Aurora/Aurora 1.cbz', 4),
      book('BOK0000000002', 'Aurora/Aurora #2 & more.cbz', 5),
      book('BOK0000000003', 'Novel/novel.epub', 10),
      { id: 'BOK0000000004', path: 'Gone/gone.cbz', series: 'Gone', size: 99, pages: 3 },
    ],
    {
      passwordHash: hashSync(KOMGA_PASSWORD, 4),
      more: {
        THUMBNAIL_SERIES: [{ SERIES_ID: 'SER0000000001', TYPE: 'USER_UPLOADED', SELECTED: 1, THUMBNAIL: cover }],
      },
    },
  )
  const depsOf = () => {
    const { db, config, tasks, events } = server.lectern.context
    const images = { pictures: openConfiguredPictureStore(config), thumbnails: openConfiguredThumbnailStore(config) }
    return { db, config, events, images, metadataEditHooks: openMetadataEditHooks({ db, config, tasks }) }
  }
  const newSource = (name: string) =>
    server.db.transaction((tx) => addImportSource(tx, { name, createdBy: null }, Date.now()))
  const run = async ({ isDryRun = false } = {}) => {
    const deps = depsOf()
    const { id } = await newSource(komga.path)
    const source = await readImportSource(deps, id, komga.path)
    const chosen = { ...defaultImportOptions, ...(source.options as Partial<ImportOptions>) }
    await deps.db.transaction((tx) => changeImportSource(tx, source.id, { options: chosen }, Date.now()))
    return { source, report: await importFromSource(deps, source.id, { isDryRun }) }
  }
  /** A dry run says the same as the import after it. */
  const runAfterDryRun = async () => {
    const tried = (await run({ isDryRun: true })).report
    const { report } = await run()
    expect([tried.items, tried.counts]).toEqual([report.items, report.counts])
    return report
  }
  const exportTo = (path: string) =>
    writeRecordArchive(
      path,
      { format: 'lectern-export', version: 1, kind: 'lectern', sourceVersion: '1', createdAt: '' },
      exportRecords(server.db, openConfiguredPictureStore(server.lectern.context.config)),
    )
  return { server, komga, depsOf, newSource, run, runAfterDryRun, exportTo }
}
