import type { ImageHeader } from './image-header.ts'

/** ISO/IEC 18181-1: a bare codestream, which begins with its size in a compact bit encoding. */
export function probeJxlCodestream(head: Buffer, start = 0): ImageHeader {
  const mediaType = 'image/jxl'
  if (head.length < start + 24) return { mediaType, width: null, height: null, needs: start + 24 }
  const take = bitReader(head, start + 2)
  const isSmall = take(1) === 1
  const readSide = () => (isSmall ? (take(5) + 1) * 8 : 1 + take([9, 13, 18, 30][take(2)]!))
  const height = readSide()
  const ratio = RATIOS[take(3)]
  const width = ratio ? Math.floor((height * ratio[0]!) / ratio[1]!) : readSide()
  // ImageMetadata: unless all is default, an orientation as in Exif, which decoders must apply.
  const orientation = take(1) === 0 && take(1) === 1 ? take(3) + 1 : 1
  return orientation > 4 ? { mediaType, width: height, height: width } : { mediaType, width, height }
}

const RATIOS = [undefined, [1, 1], [12, 10], [4, 3], [3, 2], [16, 9], [5, 4], [2, 1]]

/** Least significant bit first. */
function bitReader(bytes: Buffer, start: number): (count: number) => number {
  let position = 0
  return (count) => {
    let value = 0
    for (let bit = 0; bit < count; bit++, position++) {
      value += ((bytes.readUInt8(start + (position >> 3)) >> (position & 7)) & 1) * 2 ** bit
    }
    return value
  }
}
