import type { Archive } from './archive/archive.ts'
import { FileSource } from './archive/file-source.ts'
import { openArchive } from './archive/open-archive.ts'
import { readComic } from './comic/read-comic.ts'
import { detectFileKind } from './detect-file-kind.ts'
import { asFormatError, FormatError } from './errors.ts'
import type { Limits } from './limits.ts'
import type { OpenPublication } from './publication.ts'

/**
 * Opens any comic or ebook, detected by its content. Throws only FormatError or the signal's reason. Reads with
 * blocking calls and enforces no time or memory limit: servers call `analyseFileInThread` of isolate/ instead.
 */
export async function openPublication(
  path: string,
  limits: Limits,
  { password }: { password?: string } = {},
): Promise<OpenPublication> {
  let source: FileSource | undefined
  try {
    source = new FileSource(path)
    const kind = detectFileKind(source)
    if (kind.container === 'pdf') {
      source.close()
      return await openPdf(path, limits, password)
    }
    const archive = await openArchive(source, kind, limits, password)
    return await openArchived(archive, limits)
  } catch (error) {
    source?.close()
    throw asFormatError(error)
  }
}

async function openArchived(archive: Archive, limits: Limits): Promise<OpenPublication> {
  const publication = (await isEpub(archive)) ? await readEpubOf(archive, limits) : await readComic(archive, limits)
  return {
    publication,
    async readPage(index) {
      const place = publication.pages[index]?.entry
      if (place === null || place === undefined)
        throw new FormatError('page_extraction', `There is no page ${index + 1}.`)
      return archive.read(archive.entries[place]!)
    },
    async readResource(href) {
      const entry = archive.find(href)
      return entry?.isFile ? archive.read(entry) : undefined
    },
    close: () => archive.close(),
  }
}

/** Detected by the `mimetype` entry, or by the document every EPUB must contain. */
async function isEpub(archive: Archive): Promise<boolean> {
  if (archive.container !== 'zip') return false
  if (archive.find('META-INF/container.xml')) return true
  const mimetype = archive.find('mimetype')
  if (!mimetype?.isFile || mimetype.isEncrypted || mimetype.size > 256) return false
  const text = Buffer.from(await archive.read(mimetype)).toString('latin1')
  return text.trim() === 'application/epub+zip'
}

// Ebook readers are loaded lazily: a library of comics never needs them.
async function readEpubOf(archive: Archive, limits: Limits) {
  const { readEpub } = await import('./epub/read-epub.ts')
  return readEpub(archive, limits)
}

async function openPdf(path: string, limits: Limits, password: string | undefined): Promise<OpenPublication> {
  const { readPdf } = await import('./pdf/read-pdf.ts')
  const publication = await readPdf(path, limits, password)
  return {
    publication,
    async readPage() {
      throw new FormatError('pdf_rendering', 'Pages of a PDF are drawn, not read.')
    },
    async readResource() {
      return undefined
    },
    close() {},
  }
}
