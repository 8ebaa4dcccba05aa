import { isSideways, orientationIn } from './exif.ts'
import type { ImageHeader } from './image-header.ts'

/** ITU T.81 annex B: walks the segments up to a frame header, which contains the size. */
export function probeJpeg(head: Buffer): ImageHeader | undefined {
  const jpeg = { mediaType: 'image/jpeg', width: null, height: null }
  let at = 2
  let orientation: number | undefined
  while (at + 9 <= head.length) {
    if (head[at] !== 0xff) return at === 2 ? undefined : jpeg
    const marker = head[at + 1]!
    // Fill bytes, and markers without a segment.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2
      continue
    }
    // Pixel data or the end before any frame header: there is no size to find.
    if (marker === 0xda || marker === 0xd9) return jpeg
    if (isFrameHeader(marker)) {
      const [across, down] = [head.readUInt16BE(at + 7), head.readUInt16BE(at + 5)]
      return isSideways(orientation)
        ? { ...jpeg, width: down, height: across }
        : { ...jpeg, width: across, height: down }
    }
    const end = at + 2 + Math.max(2, head.readUInt16BE(at + 2))
    if (marker === APP1) orientation ??= orientationIn(head.subarray(at + 4, end))
    at = end
  }
  return { ...jpeg, needs: at + 9 }
}

const APP1 = 0xe1

/** SOF0 to SOF15, except the tables in the same range: DHT, JPG and DAC. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
