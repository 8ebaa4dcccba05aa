/**
 * The end of what was written. After a power loss a file may be there without it: shorter, or full of zeros, because
 * nothing waits until the disk has what can be made again. Such a file must not be taken for whole, and shown for ever.
 */
export function endMarkerOf(bytes: Uint8Array): Uint8Array {
  const marker = Buffer.alloc(END_MARKER_BYTES)
  marker.writeUInt32LE(bytes.byteLength >>> 0)
  marker.writeUInt32LE(MARK, 4)
  return marker
}

/** What stands before the marker; undefined when it is not whole. */
export function withoutEndMarker(file: Uint8Array): Uint8Array | undefined {
  const end = file.byteLength - END_MARKER_BYTES
  if (end < 0) return undefined
  const marker = Buffer.from(file.buffer, file.byteOffset + end, END_MARKER_BYTES)
  if (marker.readUInt32LE() !== end >>> 0 || marker.readUInt32LE(4) !== MARK) return undefined
  return file.subarray(0, end)
}

export const END_MARKER_BYTES = 8
const MARK = 0x6e72654c

/** A JPEG carries its own: two bytes that mark its end. */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9
}
