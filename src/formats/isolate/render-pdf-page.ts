import { loadSharp } from '../image/load-sharp.ts'
import type { Limits } from '../limits.ts'
import { withPdf } from '../pdf/document.ts'
import { type RenderedPage, type RenderRegion, type RenderSize, renderPdfPage, renderPdfRegion } from '../pdf/render.ts'

/** A page of a PDF as JPEG, 0-based. Encoded where it was drawn: the pixels are too many to be sent around. */
export async function renderAsJpeg(path: string, index: number, size: RenderSize, limits: Limits): Promise<Uint8Array> {
  return withPdf(path, limits, (pdf) => encode(renderPdfPage(pdf, index, size), { quality: 85 }, limits))
}

/** A part of an enlarged page. Colours are kept as fine as the rest: here one looks closely. Null: beside the page. */
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
  // Given back now: megabytes a page would wait for the collector by the dozen.
  ;(data.buffer as ArrayBuffer).transfer(0)
  // The library's own memory cannot be handed to another thread.
  return new Uint8Array(jpeg)
}
