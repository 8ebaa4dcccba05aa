/** Exif 2.32 §4.6.4: pictures with values from 5 on are stored sideways, and every viewer rotates them. */
export function isSideways(orientation: number | undefined): boolean {
  return orientation !== undefined && orientation >= 5 && orientation <= 8
}

/** The orientation in a JPEG's APP1 segment, given without marker and length. */
export function orientationIn(segment: Buffer): number | undefined {
  if (segment.length < 18 || segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined
  const tiff = segment.subarray(6)
  const isLittle = tiff[0] === 0x49
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return undefined
  const count = read16(directory)
  for (let index = 0; index < count; index++) {
    const at = directory + 2 + index * 12
    if (at + 12 > tiff.length) return undefined
    if (read16(at) === EXIF_ORIENTATION_TAG) return read16(at + 8)
  }
  return undefined
}

export const EXIF_ORIENTATION_TAG = 0x0112
