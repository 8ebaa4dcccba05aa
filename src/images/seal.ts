/**
 * The end of what was written. After a power loss a file may be there without it: shorter, or full of zeros, because
 * nothing waits until the disk has what can be made again. Such a file must not be taken for whole, and shown for ever.
 */
export function sealOf(bytes: Uint8Array): Uint8Array {
  const seal = Buffer.alloc(SEAL)
  seal.writeUInt32LE(bytes.byteLength >>> 0)
  seal.writeUInt32LE(MARK, 4)
  return seal
}

/** What was sealed; undefined when it is not whole. */
export function unsealed(file: Uint8Array): Uint8Array | undefined {
  const end = file.byteLength - SEAL
  if (end < 0) return undefined
  const seal = Buffer.from(file.buffer, file.byteOffset + end, SEAL)
  if (seal.readUInt32LE() !== end >>> 0 || seal.readUInt32LE(4) !== MARK) return undefined
  return file.subarray(0, end)
}

export const SEAL = 8
const MARK = 0x6e72654c

/** A JPEG carries its own: two bytes that mark its end. */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9
}
