import { EXIF_ORIENTATION_TAG, isSideways } from './exif.ts'
import type { ImageHeader } from './image-header.ts'

/** TIFF 6.0 and BigTIFF: the size is in the first directory, which may be anywhere, even at the end. */
export function probeTiff(head: Buffer): ImageHeader {
  const tiff: ImageHeader = { mediaType: 'image/tiff', width: null, height: null }
  const little = head[0] === 0x49
  const wide = (little ? head[2] : head[3]) === 0x2b
  const read16 = (at: number) => (little ? head.readUInt16LE(at) : head.readUInt16BE(at))
  const read32 = (at: number) => (little ? head.readUInt32LE(at) : head.readUInt32BE(at))
  const read64 = (at: number) => Number(little ? head.readBigUInt64LE(at) : head.readBigUInt64BE(at))
  if (head.length < 16) return { ...tiff, needs: 16 }
  const directory = wide ? read64(8) : read32(4)
  const first = directory + (wide ? 8 : 2)
  if (!Number.isSafeInteger(directory)) return tiff
  if (head.length < first) return { ...tiff, needs: first + 20 * MAX_FIELDS }
  const count = Math.min(MAX_FIELDS, wide ? read64(directory) : read16(directory))
  const fieldSize = wide ? 20 : 12
  let orientation: number | undefined
  for (let index = 0; index < count; index++) {
    const at = first + index * fieldSize
    if (at + fieldSize > head.length) return { ...tiff, needs: first + count * fieldSize }
    const tag = read16(at)
    if (tag !== IMAGE_WIDTH && tag !== IMAGE_LENGTH && tag !== EXIF_ORIENTATION_TAG) continue
    const value = read16(at + 2) === SHORT ? read16(at + (wide ? 12 : 8)) : read32(at + (wide ? 12 : 8))
    if (tag === IMAGE_WIDTH) tiff.width = value
    else if (tag === IMAGE_LENGTH) tiff.height = value
    else orientation = value
  }
  return isSideways(orientation) ? { ...tiff, width: tiff.height, height: tiff.width } : tiff
}

const IMAGE_WIDTH = 256
const IMAGE_LENGTH = 257
const SHORT = 3
// Directories are sorted by tag and these two come early.
const MAX_FIELDS = 64
