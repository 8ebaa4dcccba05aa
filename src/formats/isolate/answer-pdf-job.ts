import { describeDocument } from '../pdf/describe-document.ts'
import { withPdf } from '../pdf/document.ts'
import { readAllText, readPageContent } from '../pdf/page-content.ts'
import type { ExtractedEntry, PdfJob } from './protocol.ts'

/** What a PDF says of itself, or what is on one of its pages, as JSON; the text of all pages piece by piece. */
export async function answerPdfJob(
  { path, limits, ask }: PdfJob,
  give: (piece: ExtractedEntry & { content: Uint8Array }) => boolean,
): Promise<Uint8Array | null> {
  return withPdf(path, limits, (pdf) => {
    if (ask.about === 'document') return asJson(describeDocument(pdf))
    if (ask.about === 'page') return asJson(readPageContent(pdf, ask.index))
    readAllText(pdf, (index, text) => give({ entry: index, name: '', content: new TextEncoder().encode(text) }))
    return null
  })
}

const asJson = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
