import { loadSharp } from '../image/load-sharp.ts'
import type { Limits } from '../limits.ts'
import { type PdfDocument, withPdf } from '../pdf/document.ts'
import { type RenderedPage, type RenderRegion, type RenderSize, renderPdfPage, renderPdfRegion } from '../pdf/render.ts'

interface PdfFile {
  path: string
  password?: string
  limits: Limits
}

/**
 * Renders a page of a PDF (0-based) as JPEG. Encodes on the same thread: the raw pixels are too large to send between
 * threads.
 */
export async function renderAsJpeg(file: PdfFile, index: number, size: RenderSize): Promise<Uint8Array> {
  const { path, limits, password } = file
  return withPdf(path, limits, (pdf) => encode(renderPdfPage(pdf, index, size), { quality: 85 }, limits), password)
}

/**
 * Renders part of an enlarged page, without chroma subsampling, since viewers look closely here. Null: outside the
 * page.
 */
export async function renderRegionAsJpeg(
  { path, limits, password }: PdfFile,
  index: number,
  region: RenderRegion,
): Promise<Uint8Array | null> {
  const draw = (pdf: PdfDocument) => {
    const drawn = renderPdfRegion(pdf, index, region)
    return drawn ? encode(drawn, { quality: 88, chromaSubsampling: '4:4:4' }, limits) : null
  }
  return withPdf(path, limits, draw, password)
}

async function encode(
  { data, width, height }: RenderedPage,
  options: { quality: number; chromaSubsampling?: string },
  limits: Limits,
): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const picture = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: limits.imagePixels })
  const jpeg = await picture.flatten({ background: '#fff' }).jpeg(options).toBuffer()
  // Freed now: otherwise megabytes per page would pile up until garbage collection.
  ;(data.buffer as ArrayBuffer).transfer(0)
  // Memory owned by the library can't be transferred to another thread.
  return new Uint8Array(jpeg)
}
