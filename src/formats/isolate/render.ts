import { loadSharp } from '../image/load-sharp.ts'
import type { Limits } from '../limits.ts'
import { withPdf } from '../pdf/document.ts'
import { type RenderSize, renderPdfPage } from '../pdf/render.ts'
import { readPdfText } from '../pdf/text.ts'

/** A page of a PDF as JPEG, 0-based. Encoded where it was drawn: the pixels are too many to be sent around. */
export async function renderAsJpeg(path: string, index: number, size: RenderSize, limits: Limits): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return withPdf(path, limits, async (pdf) => {
    const { data, width, height } = renderPdfPage(pdf, index, size)
    const picture = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: limits.imagePixels })
    const jpeg = await picture.flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer()
    // Given back now: megabytes a page would wait for the collector by the dozen.
    ;(data.buffer as ArrayBuffer).transfer(0)
    // The library's own memory cannot be handed to another thread.
    return new Uint8Array(jpeg)
  })
}

export async function pageTextAsJson(path: string, index: number, limits: Limits): Promise<Uint8Array> {
  return withPdf(path, limits, (pdf) => new TextEncoder().encode(JSON.stringify(readPdfText(pdf, index))))
}
