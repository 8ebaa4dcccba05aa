import { type PdfDocument, withPdf } from '../pdf/document.ts'
import { readAllPageTexts, readPageContent } from '../pdf/page-content.ts'
import { readPdfOverview } from '../pdf/pdf-overview.ts'
import type { ExtractedEntry, PdfJob } from './reading-thread-messages.ts'

/**
 * Returns the overview of a PDF, or the content of one of its pages, as JSON; sends the text of all pages piece by
 * piece.
 */
export async function runPdfJob(
  { path, limits, password, ask }: PdfJob,
  give: (piece: ExtractedEntry & { content: Uint8Array }) => boolean,
): Promise<Uint8Array | null> {
  const answer = (pdf: PdfDocument) => {
    if (ask.about === 'document') return asJson(readPdfOverview(pdf))
    if (ask.about === 'page') return asJson(readPageContent(pdf, ask.index))
    readAllPageTexts(pdf, (index, text) => give({ entry: index, name: '', content: new TextEncoder().encode(text) }))
    return null
  }
  return withPdf(path, limits, answer, password)
}

const asJson = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
