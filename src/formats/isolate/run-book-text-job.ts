import { FileSource } from '../archive/file-source.ts'
import { openArchive } from '../archive/open-archive.ts'
import { detectFileKind } from '../detect-file-kind.ts'
import { EpubFiles } from '../epub/epub-files.ts'
import { positionRangeOf } from '../epub/make-locator.ts'
import { readEpub } from '../epub/read-epub.ts'
import { textOfSpineItem } from '../epub/search-epub.ts'
import { FormatError } from '../errors.ts'
import { type PdfDocument, withPdf } from '../pdf/document.ts'
import { readPlainTextOrNone } from '../pdf/text.ts'
import type { BookText, BookTextJob, TextItem } from './reading-thread-messages.ts'

/** More characters than any book has; text beyond that isn't searched. */
const maxLetters = 64 * 1024 * 1024

export async function runBookTextJob(job: BookTextJob): Promise<BookText> {
  const { path, limits } = job
  const source = new FileSource(path)
  try {
    const kind = detectFileKind(source)
    if (kind.container === 'pdf') return { items: await pagesOf(job) }
    if (kind.container !== 'zip') throw new FormatError('format_detection', 'This file has no text.')
    const archive = await openArchive(source, kind, limits, job.password)
    const book = await readEpub(archive, limits)
    const files = new EpubFiles(archive, limits)
    const items: TextItem[] = []
    let letters = 0
    for (const item of book.readingOrder) {
      const text = await textOfSpineItem(files, item)
      letters += text.length
      if (letters > maxLetters) break
      const { href, mediaType, title } = item
      if (text.trim() !== '') items.push({ text, href, mediaType, title, ...positionRangeOf(book, item) })
    }
    return { items }
  } finally {
    source.close()
  }
}

function pagesOf({ path, limits, password }: BookTextJob): Promise<TextItem[]> {
  const read = (pdf: PdfDocument) => {
    const items: TextItem[] = []
    let letters = 0
    for (let page = 0; page < pdf.pageCount && letters <= maxLetters; page++) {
      const text = readPlainTextOrNone(pdf, page)
      letters += text.length
      const place = { mediaType: 'application/pdf', before: page, count: 1, total: pdf.pageCount }
      if (text.trim() !== '') items.push({ text, ...place })
    }
    return items
  }
  return withPdf(path, limits, read, password)
}
