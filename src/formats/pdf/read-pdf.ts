import { FormatError, type FormatProblem } from '../errors.ts'
import type { Limits } from '../limits.ts'
import {
  emptyPublication,
  mergePublicationMetadata,
  type Page,
  type Publication,
  type TocEntry,
} from '../publication.ts'
import { type PdfDocument, withPdf } from './document.ts'
import { readPdfMetadata } from './metadata.ts'
import { type OutlineEntry, readPdfOutline } from './outline.ts'
import { pageSizes } from './sizes.ts'

/**
 * Reads a PDF as a publication: its pages with their sizes in points, its metadata, its outline. Nothing is rendered.
 */
export async function readPdf(path: string, limits: Limits, password?: string): Promise<Publication> {
  return withPdf(path, limits, describe, password)
}

function describe(pdf: PdfDocument): Publication {
  const sizes = pageSizes(pdf)
  if (sizes.every((size) => size === null)) throw new FormatError('zero_pages', 'The PDF has no pages.')
  const pages: Page[] = sizes.map((size, index) => ({
    fileName: `page-${String(index + 1).padStart(4, '0')}`,
    // The default format of rendered pages.
    mediaType: 'image/jpeg',
    width: size && Math.round(size.width),
    height: size && Math.round(size.height),
    size: null,
    entry: null,
    bytes: null,
  }))
  return {
    ...emptyPublication('pdf', 'pdf', 'pdf'),
    pageCount: pages.length,
    pages,
    toc: readPdfOutline(pdf).map(tocEntry),
    ...mergePublicationMetadata([{ source: 'pdf', metadata: readPdfMetadata(pdf) }]),
    cover: { page: 0 },
    warnings: missingPages(sizes),
  }
}

function tocEntry({ title, page, children }: OutlineEntry): TocEntry {
  return { title, ...(page !== undefined && { page }), children: children.map(tocEntry) }
}

function missingPages(sizes: readonly (unknown | null)[]): FormatProblem[] {
  const missing = sizes.flatMap((size, index) => (size === null ? [index + 1] : []))
  return missing.slice(0, 20).map((page) => ({
    type: 'page_extraction',
    message: `Page ${page} is listed but missing from the file.`,
    details: { page },
  }))
}
