import { loadSharp } from '../image/load-sharp.ts'
import type { Limits } from '../limits.ts'
import { withPdf } from '../pdf/document.ts'
import { type RenderedPage, type RenderRegion, type RenderSize, renderPdfPage, renderPdfRegion } from '../pdf/render.ts'

/**
 * Renders a page of a PDF (0-based) as JPEG. Encodes on the same thread: the raw pixels are too large to send between
 * threads.
 */
export async function renderAsJpeg(path: string, index: number, size: RenderSize, limits: Limits): Promise<Uint8Array> {
  return withPdf(path, limits, (pdf) => encode(renderPdfPage(pdf, index, size), { quality: 85 }, limits))
}

/**
 * Renders part of an enlarged page, without chroma subsampling, since viewers look closely here. Null: outside the
 * page.
 */
export async function renderRegionAsJpeg(
  path: string,
  index: number,
  region: RenderRegion,
  limits: Limits,
): Promise<Uint8Array | null> {
  return withPdf(path, limits, (pdf) => {
    const drawn = renderPdfRegion(pdf, index, region)
    return drawn ? encode(drawn, { quality: 88, chromaSubsampling: '4:4:4' }, limits) : null
  })
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
