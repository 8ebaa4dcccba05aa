import { Readable } from 'node:stream'
import { epub, type SearchHitInBook, searchHitStreamMediaType } from '../../contract/epub.ts'
import { problem } from '../../contract/problems.ts'
import type { SearchOptions } from '../../formats/fold-text.ts'
import type { TocEntry } from '../../formats/publication.ts'
import type { PdfHit } from '../../images/search-pdf.ts'
import { readPages, readPublicationStructure } from '../../store/page/read-pages.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import type { AppContext } from '../app-context.ts'
import { throwUnreadableBook } from '../deliver/epub-contents.ts'
import { type OpenSurface, serve } from '../serve.ts'
import { readServedBookFile } from './read-book.ts'

type Hits = AsyncGenerator<SearchHitInBook, { isComplete: boolean }>

/** Search in the text of one book, all at once or hit by hit. */
export function mountSearchInBook(api: OpenSurface, context: AppContext): void {
  const { db, images } = context

  serve(api, epub.search, async ({ params, query, viewer, request, reply }) => {
    const file = await readServedBookFile(db, viewer, params.id)
    const hits = search(file, query.q, query.limit, query)
    // A faulty file fails on the first hit, while the response can still be an error.
    const first = await hits.next().catch(throwUnreadableBook)
    if (request.headers.accept?.includes(searchHitStreamMediaType)) {
      reply.header('content-type', searchHitStreamMediaType).header('cache-control', 'no-store')
      return reply.send(Readable.from(writeLines(first, hits)))
    }
    const all: SearchHitInBook[] = []
    let next = first
    for (; !next.done; next = await hits.next().catch(throwUnreadableBook)) all.push(next.value)
    return { hits: all, isComplete: next.value.isComplete }
  })

  function search(file: ServedBookFile, query: string, limit: number, { matchCase, wholeWords }: SearchOptions): Hits {
    const options = { matchCase, wholeWords }
    if (file.container === 'pdf') return searchPdf(file, query, limit, options)
    if (file.format === 'epub') return searchEpub(file, query, limit, options)
    throw problem('not_found', 'Only EPUB and PDF books can be searched.')
  }

  async function* searchEpub(file: ServedBookFile, query: string, limit: number, options: SearchOptions): Hits {
    const { hits, isComplete } = await images.texts.search(file, query, limit, options)
    for (const hit of hits)
      yield { ...hit, title: hit.title ?? null, locator: { ...hit.locator }, page: null, start: null, end: null }
    return { isComplete }
  }

  async function* searchPdf(file: ServedBookFile, query: string, limit: number, options: SearchOptions): Hits {
    const pages = await readPages(db, file)
    const titleAt = chapterTitles((await readPublicationStructure(db, file))?.toc ?? [])
    const hits = images.pdfs.search(file, query, limit, options)
    for (let next = await hits.next(); ; next = await hits.next()) {
      if (next.done) return next.value
      yield presentPdfHit(next.value, pages, titleAt(next.value.page))
    }
  }
}

async function* writeLines(first: IteratorResult<SearchHitInBook, { isComplete: boolean }>, hits: Hits) {
  try {
    let next = first
    for (; !next.done; next = await hits.next()) yield `${JSON.stringify(next.value)}\n`
    yield `${JSON.stringify(next.value)}\n`
  } finally {
    // The client has disconnected, or everything was sent.
    await hits.return({ isComplete: false })
  }
}

function presentPdfHit(
  { page, start, end, progression, before, match, after }: PdfHit,
  pages: readonly { fileName: string; mediaType: string }[],
  title: string | undefined,
): SearchHitInBook {
  const { fileName: href = String(page), mediaType: type = 'image/jpeg' } = pages[page - 1] ?? {}
  const locator = {
    href,
    type,
    ...(title && { title }),
    locations: {
      position: page,
      progression,
      totalProgression: Math.min(1, page / Math.max(1, pages.length)),
      fragments: [`page=${page}`],
    },
    text: { before, highlight: match, after },
  }
  return { href, title: title ?? null, locator, before, match, after, page, start, end }
}

/** The table-of-contents entry of a page: the last one that starts at or before it. */
function chapterTitles(contents: TocEntry[]): (page: number) => string | undefined {
  const starts: { page: number; title: string }[] = []
  const visit = (entries: TocEntry[]) => {
    for (const { page, title, children } of entries) {
      if (page !== undefined) starts.push({ page, title })
      visit(children)
    }
  }
  visit(contents)
  starts.sort((one, other) => one.page - other.page)
  return (page) => starts.findLast((start) => start.page <= page)?.title
}
