/**
 * Marks the end of a complete file. After a power loss a file may lack it: truncated, or full of zeros, because files
 * that can be made again aren't flushed to disk. Such a file must not be considered complete and served permanently.
 */
export function endMarkerOf(bytes: Uint8Array): Uint8Array {
  const marker = Buffer.alloc(END_MARKER_BYTES)
  marker.writeUInt32LE(bytes.byteLength >>> 0)
  marker.writeUInt32LE(MARK, 4)
  return marker
}

/** The bytes before the marker; undefined when the file is incomplete. */
export function withoutEndMarker(file: Uint8Array): Uint8Array | undefined {
  const end = file.byteLength - END_MARKER_BYTES
  if (end < 0) return undefined
  const marker = Buffer.from(file.buffer, file.byteOffset + end, END_MARKER_BYTES)
  if (marker.readUInt32LE() !== end >>> 0 || marker.readUInt32LE(4) !== MARK) return undefined
  return file.subarray(0, end)
}

export const END_MARKER_BYTES = 8
const MARK = 0x6e72654c

/** A JPEG has its own end marker of two bytes. */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9
}
