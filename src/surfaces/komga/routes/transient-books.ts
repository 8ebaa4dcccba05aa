import { createHash } from 'node:crypto'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { basename, extname, join, sep } from 'node:path'
import { importBookTask } from '../../../catalog/files/import-book-task.ts'
import { inspectFolder } from '../../../catalog/libraries/inspect-folder.ts'
import { type TransientBookDto, transientBooks } from '../../../contract/komga/transient-books.ts'
import { problem } from '../../../contract/problems.ts'
import { bookFormatOfPath } from '../../../formats/book-formats.ts'
import type { Publication } from '../../../formats/publication.ts'
import {
  libraryReads,
  likelyMountPointOf,
  rethrowIfNotResponding,
  withLibraryFileForThread,
} from '../../../images/limit-library-reads.ts'
import { readLibrarySummaries } from '../../../store/list/library-summaries.ts'
import { listSeriesIds } from '../../../store/series/list.ts'
import { readSeries } from '../../../store/series/read.ts'
import type { Viewer } from '../../../store/viewer.ts'
import { sendPooledBuffer } from '../../deliver/send-pooled-buffer.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { formatKomgaTime, formatSize, komgaIdOf } from '../present/format-values.ts'
import { komgaMediaTypeOf } from '../present/media.ts'
import { notFoundProblem, readBookView, readSeriesView } from '../read-by-komga-id.ts'

/** Files outside all libraries: to look at, and to import into one. */
export function mountTransientBooks({ surface, context, metadataEditHooks }: KomgaContext): void {
  const { db, images, tasks } = context

  serve(surface, transientBooks.scan, async ({ body }) => {
    const folder = (await inspectFolder(body.path))?.path
    if (!folder) throw problem('validation_failed', NO_FOLDER)
    for (const { path } of (await readLibrarySummaries(db)).values()) {
      if (`${folder}${sep}`.startsWith(`${path}${sep}`)) throw problem('validation_failed', IN_A_LIBRARY)
    }
    // Files that were moved in the meantime are skipped.
    const found = await Promise.all(
      (await booksBelow(folder)).map((path) => remember(path).catch(rethrowIfNotResponding)),
    )
    return found.flatMap((file) => (file ? [{ ...present(file), status: 'UNKNOWN' as const }] : []))
  })

  serve(surface, transientBooks.analyze, async ({ params, viewer }) => {
    const file = await recall(params.id)
    const publication = await readPublication(file).catch(rethrowIfNotResponding)
    if (!publication || publication.pageCount === 0)
      return { ...present(file), status: 'ERROR' as const, comment: UNREADABLE }
    const { series, number } = publication.metadata
    return {
      ...present(file, publication),
      status: 'READY' as const,
      number: (number && metadataEditHooks.numberOf(number)?.value) || null,
      seriesId: (series && (await findSeriesCalled(viewer, series))) || null,
    }
  })

  serve(surface, transientBooks.page, async ({ params, reply }) => {
    const file = await recall(params.id)
    const publication = await readPublication(file).catch(rethrowIfNotResponding)
    if (!publication) throw problem('not_found', 'Book analysis failed')
    const { container, pages } = publication
    const number = Number(params.number)
    if (!pages[number - 1]) throw problem('validation_failed', 'Page number does not exist')
    const version = `${file.id}-${file.mtimeMs}-${file.size}`
    const page = await images.pages.read(
      { path: file.path, root: likelyMountPointOf(file.path), version, container, pages },
      number - 1,
    )
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    return sendPooledBuffer(reply.header('content-type', page.mediaType), page)
  })

  serve(surface, transientBooks.import, async ({ body, viewer }) => {
    const mode = body.copyMode.toLowerCase() as Lowercase<typeof body.copyMode>
    const orders = []
    for (const { sourceFile: source, seriesId, upgradeBookId, destinationName } of body.books) {
      const series = await readSeriesView(db, viewer, seriesId)
      const book = upgradeBookId ? await readBookView(db, viewer, upgradeBookId) : undefined
      const params = { source, mode, ...(destinationName && { name: destinationName }) }
      orders.push({ libraryId: series.libraryId, seriesId: series.id, ...(book && { bookId: book.id }), params })
    }
    for (const order of orders) await tasks.add(importBookTask, order)
  })

  /** Stored beside the converted pages, where every process of this machine finds it. */
  async function remember(path: string): Promise<TransientFile> {
    const id = createHash('sha256').update(path).digest('hex').slice(0, 32)
    await images.cache.put(`transientFile ${id}`, Buffer.from(path))
    return transientFile(id, path)
  }

  async function recall(id: string): Promise<TransientFile> {
    const path = await images.cache.find(`transientFile ${id}`)
    if (!path) throw notFoundProblem('book')
    return transientFile(id, Buffer.from(path.bytes).toString())
  }

  async function readPublication({ id, path, mtimeMs, size: bytes }: TransientFile): Promise<Publication> {
    const seen = await images.cache.take(`transientFile ${id} ${mtimeMs} ${bytes}`, async () => {
      const real = await realpath(path)
      const found = await withLibraryFileForThread({ path: real, root: likelyMountPointOf(real) }, (opened) =>
        images.readPublication(opened),
      )
      return Buffer.from(JSON.stringify(found))
    })
    return JSON.parse(Buffer.from(seen.bytes).toString()) as Publication
  }

  async function findSeriesCalled(viewer: Viewer, title: string): Promise<string | undefined> {
    const filter = { text: 'title', test: { op: 'is', value: title } } as const
    const { ids } = await listSeriesIds(db, viewer, { filter }, { limit: 1, offset: 0 })
    const [series] = await readSeries(db, viewer, ids)
    return series && komgaIdOf(series.uid)
  }
}

// Komga's error codes, which its web interface translates.
const UNREADABLE = 'ERR_1005'
const NO_FOLDER = 'ERR_1016'
const IN_A_LIBRARY = 'ERR_1017'

interface TransientFile {
  id: string
  path: string
  mtimeMs: number
  size: number
}

/** An admin named the folder, so links in its path are intended; but the file must not be one. */
async function transientFile(id: string, path: string): Promise<TransientFile> {
  const facts = await libraryReads.run(likelyMountPointOf(path), () => lstat(path)).catch(rethrowIfNotResponding)
  if (!facts?.isFile()) throw problem('not_found', 'File not found, it may have moved')
  return { id, path, mtimeMs: Math.trunc(facts.mtimeMs), size: facts.size }
}

async function booksBelow(folder: string): Promise<string[]> {
  const found: string[] = []
  const waiting = [folder]
  let folders = 0
  for (let next = waiting.pop(); next !== undefined && found.length < MAX_FOUND; next = waiting.pop()) {
    // The request may name the root of the disk.
    folders += 1
    if (folders > MAX_FOUND) break
    const list = () => readdir(next!, { withFileTypes: true }).catch(() => [])
    for (const entry of await libraryReads.run(likelyMountPointOf(folder), list)) {
      if (entry.name.startsWith('.')) continue
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else if (entry.isFile() && bookFormatOfPath(path)) found.push(path)
    }
  }
  return found.sort().slice(0, MAX_FOUND)
}

const MAX_FOUND = 5000

function present(file: TransientFile, publication?: Publication): Omit<TransientBookDto, 'status'> {
  const { id, path } = file
  const { fileFormat = bookFormatOfPath(path)!, container = '', pages = [] } = publication ?? {}
  return {
    id,
    name: basename(path, extname(path)),
    url: path,
    fileLastModified: formatKomgaTime(file.mtimeMs),
    sizeBytes: file.size,
    size: formatSize(file.size),
    mediaType: publication ? komgaMediaTypeOf({ format: fileFormat, container, fileName: path }) : '',
    pages: pages.map((page, index) => ({
      number: index + 1,
      fileName: page.fileName,
      mediaType: publication?.kind === 'pdf' ? 'image/jpeg' : page.mediaType,
      width: page.width && Math.round(page.width),
      height: page.height && Math.round(page.height),
      sizeBytes: page.size,
      size: page.size === null ? '' : formatSize(page.size),
    })),
    files: [],
    comment: '',
    number: null,
    seriesId: null,
  }
}
