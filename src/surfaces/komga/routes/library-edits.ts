import { queueReanalysis } from '../../../analyse/queue-reanalysis.ts'
import {
  checkLibraryFolder,
  libraryColumnsOf,
  newLibraryFields,
} from '../../../catalog/libraries/check-library-input.ts'
import { readLibraryRootsForViewer } from '../../../catalog/libraries/folders-hidden-from-viewer.ts'
import { purgeMissingBooks } from '../../../catalog/trash/purge-missing-books.ts'
import { type LibraryUpdate, libraryEdits } from '../../../contract/komga/libraries.ts'
import type { LibraryMetadataConfig, LibraryPatch } from '../../../contract/libraries.ts'
import { Problem, problem } from '../../../contract/problems.ts'
import { queueAfterOptionsChange, queueScanAfterChange } from '../../../scan/queue-scans.ts'
import { regroupLibraryTask, scanLibraryTask } from '../../../scan/tasks.ts'
import type { LibraryView } from '../../../store/library/read.ts'
import { deleteLibrary, insertLibrary, updateLibrary } from '../../../store/library/write.ts'
import { bytesToUuid, uuidToBytes } from '../../../store/uid.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { CRON_BY_SCAN_INTERVAL, presentKomgaLibrary } from '../present/library.ts'
import { readLibrary } from '../read-by-komga-id.ts'
import { booleanOf, queryOf } from '../read-query.ts'

/** Creating, changing and maintaining libraries. */
export function mountLibraryEdits({ surface, context }: KomgaContext): void {
  const { db, tasks, events } = context

  serve(surface, libraryEdits.create, async ({ body, viewer }) => {
    const fields = newLibraryFields({
      ...namingOf(body),
      ...patchOf({ ...asKomgaCreates, ...body }),
      name: body.name,
      path: body.root,
    })
    const others = await readLibraryRootsForViewer(db, viewer)
    checkName(body.name, others)
    const path = await placeFor(body.root, others)
    const { id, uid } = await db.transaction((tx) => insertLibrary(tx, { ...fields, path }, viewer))
    events.emit({ type: 'library_created', libraryId: bytesToUuid(uid) }, { libraryId: id })
    await tasks.add(scanLibraryTask, { libraryId: id, params: { mode: 'normal' } })
    return presentKomgaLibrary(await readLibrary(db, viewer, bytesToUuid(uid)), viewer)
  })

  for (const route of [libraryEdits.change, libraryEdits.replace]) {
    serve(surface, route, async ({ params, body, viewer, request }) => {
      const library = await readLibrary(db, viewer, params.id)
      request.audited = { targetName: library.name }
      const fields = libraryColumnsOf(patchOf(body, library), library)
      const isElsewhere = body.root !== undefined && body.root !== null && body.root !== library.path
      const others = (await readLibraryRootsForViewer(db, viewer)).filter((other) => other.id !== library.id)
      checkName(body.name, others)
      if (isElsewhere) fields.path = await placeFor(body.root!, others)
      await db.transaction((tx) => updateLibrary(tx, library.id, fields))
      events.emit({ type: 'library_updated', libraryId: library.uid }, { libraryId: library.id })
      if (isElsewhere) await tasks.add(regroupLibraryTask, { libraryId: library.id })
      await queueAfterOptionsChange(tasks, library.id, library.metadataOptions, fields.metadataOptions ?? {})
      await queueScanAfterChange(tasks, library.id)
    })
  }

  /**
   * An invalid folder is a 400 for Komga's apps, including a folder within another; the names of its libraries are
   * unique.
   */
  async function placeFor(root: string, others: Root[]): Promise<string> {
    return checkLibraryFolder(root, others, context.config.data_dir).catch((error) => {
      throw error instanceof Problem && error.code === 'conflict' ? problem('validation_failed', error.message) : error
    })
  }

  serve(surface, libraryEdits.remove, async ({ params, viewer, request }) => {
    const library = await readLibrary(db, viewer, params.id)
    request.audited = { targetName: library.name }
    await deleteLibrary(db, library.id)
    events.emit({ type: 'library_deleted', libraryId: library.uid }, { libraryId: library.id })
  })

  serve(surface, libraryEdits.scan, async ({ params, viewer, request }) => {
    const library = await readLibrary(db, viewer, params.id)
    const mode = booleanOf(queryOf(request), 'deep') ? 'deep' : 'normal'
    // A scan that already waits or runs is sufficient.
    await tasks.add(scanLibraryTask, { libraryId: library.id, params: { mode } })
  })

  for (const route of [libraryEdits.analyze, libraryEdits.refresh]) {
    serve(surface, route, async ({ params, viewer }) => {
      await queueReanalysis(context, viewer, { libraryId: (await readLibrary(db, viewer, params.id)).id })
    })
  }

  serve(surface, libraryEdits.emptyTrash, async ({ params, viewer, request }) => {
    const library = await readLibrary(db, viewer, params.id)
    request.audited = { targetType: 'library', targetName: library.name }
    const trash = { db, coalescer: events, thumbnails: context.images.thumbnails }
    await purgeMissingBooks(trash, { id: library.id, uid: uuidToBytes(library.uid) }, { viewer })
  })
}

/** Komga's defaults for a new library. */
const asKomgaCreates = {
  importComicInfoCollection: true,
  importComicInfoReadList: true,
  importComicInfoSeriesAppendVolume: true,
  importLocalArtwork: true,
} satisfies LibraryUpdate

type Root = Awaited<ReturnType<typeof readLibraryRootsForViewer>>[number]

function checkName(name: string | null | undefined, others: Root[]): void {
  const wanted = name?.trim().toLowerCase()
  if (wanted === undefined) return
  if (others.some((other) => other.name?.toLowerCase() === wanted)) {
    throw problem('validation_failed', 'A library with this name already exists.')
  }
}

/** In a library of Komga, books and series are named and numbered by their metadata, unless that is switched off. */
function namingOf(given: LibraryUpdate): LibraryPatch {
  const isOff = (...flags: (keyof LibraryUpdate)[]) => flags.every((flag) => given[flag] === false)
  const titleFromMetadata = !isOff('importComicInfoSeries', 'importEpubSeries')
  const naming: LibraryPatch = { seriesConfig: { titleFromMetadata } }
  if (isOff('importComicInfoBook', 'importEpubBook'))
    return { ...naming, bookStrategy: 'filename', numberStrategy: 'file_order' }
  return { ...naming, bookStrategy: 'metadata_first', numberStrategy: 'smart' }
}

/** The part of Komga's options that has a meaning here, as our fields. */
function patchOf(given: LibraryUpdate, before?: LibraryView): LibraryPatch {
  const patch: LibraryPatch = {}
  if (given.name) patch.name = given.name
  if (given.scanDirectoryExclusions) patch.excludedPatterns = given.scanDirectoryExclusions
  const formats = formatsOf(given, before)
  if (formats) patch.allowedFormats = formats
  const scanning = { ...before?.scanning }
  if (given.scanInterval) {
    scanning.cronSchedule = given.scanInterval === 'DISABLED' ? null : CRON_BY_SCAN_INTERVAL[given.scanInterval]
  }
  if (typeof given.scanOnStartup === 'boolean') scanning.scanOnStart = given.scanOnStartup
  if (typeof given.emptyTrashAfterScan === 'boolean') scanning.purgeDeletedOnScan = given.emptyTrashAfterScan
  patch.scanningConfig = scanning
  patch.metadataConfig = metadataOf(given)
  return patch
}

function metadataOf(given: LibraryUpdate): LibraryMetadataConfig {
  const options: LibraryMetadataConfig = {}
  if (typeof given.importLocalArtwork === 'boolean') options.localArtwork = given.importLocalArtwork
  if (typeof given.importComicInfoCollection === 'boolean') {
    options.collectionsFromFiles = given.importComicInfoCollection
  }
  if (typeof given.importComicInfoReadList === 'boolean') options.readListsFromFiles = given.importComicInfoReadList
  if (typeof given.importComicInfoSeriesAppendVolume === 'boolean') {
    options.volumeInSeriesTitle = given.importComicInfoSeriesAppendVolume
  }
  if (typeof given.hashPages === 'boolean') options.hashPages = given.hashPages
  if (given.seriesCover) options.seriesCover = given.seriesCover.toLowerCase() as LibraryMetadataConfig['seriesCover']
  return options
}

function formatsOf(given: LibraryUpdate, before: LibraryView | undefined): LibraryPatch['allowedFormats'] {
  if (given.scanCbx === undefined && given.scanPdf === undefined && given.scanEpub === undefined) return undefined
  const had = (format: string) => before?.allowedFormats.includes(format) ?? true
  const formats: NonNullable<LibraryPatch['allowedFormats']> = []
  if (given.scanCbx ?? (had('cbz') || had('cbr'))) formats.push('cbz', 'cbr')
  if (given.scanEpub ?? had('epub')) formats.push('epub')
  if (given.scanPdf ?? had('pdf')) formats.push('pdf')
  // Here an empty list would mean all of them.
  if (formats.length === 0) throw problem('validation_failed', 'A library must allow at least one file format.')
  return formats
}
