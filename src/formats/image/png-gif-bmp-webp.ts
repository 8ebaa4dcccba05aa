import type { ImageHeader } from './image-header.ts'

// Formats with the size at a fixed offset.

/** IHDR is always the first chunk. */
export function probePng(head: Buffer): ImageHeader {
  const mediaType = 'image/png'
  if (head.length < 24) return { mediaType, width: null, height: null, needs: 24 }
  if (head.toString('latin1', 12, 16) !== 'IHDR') return { mediaType, width: null, height: null }
  return { mediaType, width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

/** The logical screen, which all frames share. */
export function probeGif(head: Buffer): ImageHeader {
  const mediaType = 'image/gif'
  if (head.length < 10) return { mediaType, width: null, height: null, needs: 10 }
  return { mediaType, width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
}

export function probeBmp(head: Buffer): ImageHeader | undefined {
  if (head.length < 26) return undefined
  const headerSize = head.readUInt32LE(14)
  if (headerSize === 12) return { mediaType: 'image/bmp', width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
  // "BM" begins many texts; a bitmap has one of the known header sizes and one plane.
  if (headerSize < 16 || headerSize > 256) return undefined
  // A negative height means rows from top to bottom.
  return { mediaType: 'image/bmp', width: head.readInt32LE(18), height: Math.abs(head.readInt32LE(22)) }
}

/** RFC 9649: lossy, lossless, or extended with a canvas size. */
export function probeWebp(head: Buffer): ImageHeader {
  const mediaType = 'image/webp'
  if (head.length < 30) return { mediaType, width: null, height: null, needs: 30 }
  const chunk = head.toString('latin1', 12, 16)
  if (chunk === 'VP8X') return { mediaType, width: 1 + head.readUIntLE(24, 3), height: 1 + head.readUIntLE(27, 3) }
  if (chunk === 'VP8L' && head[20] === 0x2f) {
    const bits = head.readUInt32LE(21)
    return { mediaType, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  if (chunk === 'VP8 ' && head.readUIntBE(23, 3) === 0x9d012a) {
    return { mediaType, width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  }
  return { mediaType, width: null, height: null }
}
