import type { pdfTileSide as ServerSide, pdfTileWidths as ServerWidths } from '../../../../src/contract/pdf.ts'
import { bookFileUrl } from '../../api/book-file-url.ts'
import type { RelativeBox, Size } from './pdf-layout.ts'

/** The server's tile sizes; the types keep both sides in sync. */
const tileSide: typeof ServerSide = 1024
const tileWidths: typeof ServerWidths = [2400, 3400, 5000, 6800, 10_000]

/** The width of a page image requested without a size. */
const plainWidth = 1600

export type PdfTile = RelativeBox & { key: string; url: string }

/**
 * The high-resolution tiles in view of an enlarged page; none if the plain image is sharp enough. `pixels`: the page's
 * width in device pixels, `seen`: the part in view.
 */
export function visiblePdfTiles(
  bookId: string,
  page: number,
  size: Size,
  pixels: number,
  seen: RelativeBox,
): PdfTile[] {
  if (pixels <= plainWidth * 1.04 || seen.width <= 0 || seen.height <= 0) return []
  const wide = tileWidths.find((width) => width >= pixels) ?? tileWidths[4]
  const high = Math.max(1, Math.round((wide * size.height) / size.width))
  const tiles: PdfTile[] = []
  const range = (from: number, length: number, whole: number): [first: number, last: number] => [
    Math.max(0, Math.floor((from * whole) / tileSide)),
    Math.min(Math.ceil(whole / tileSide) - 1, Math.floor(((from + length) * whole) / tileSide)),
  ]
  const [left, right] = range(seen.x, seen.width, wide)
  const [top, bottom] = range(seen.y, seen.height, high)
  for (let row = top; row <= bottom; row++)
    for (let column = left; column <= right; column++)
      tiles.push({
        key: `${wide} ${column} ${row}`,
        url: bookFileUrl(bookId, `/pages/${page}/tiles/${wide}/${column}/${row}`),
        x: (column * tileSide) / wide,
        y: (row * tileSide) / high,
        width: Math.min(tileSide, wide - column * tileSide) / wide,
        height: Math.min(tileSide, high - row * tileSide) / high,
      })
  return tiles
}
