import type { FileSource } from '../archive/file-source.ts'
import type { BytePatch } from './patch-empty-owner-password.ts'

/** Fills the target from `position`; false if the file ends earlier. */
type ReadAt = (position: number, target: Uint8Array) => boolean

const blockSize = 64 * 1024
const maxBlocks = 16

/**
 * Serves PDFium's reads, a few hundred bytes back and forth, from cached blocks: a document of any size uses one
 * megabyte here. `start` is the offset of the document, for files with data before it.
 */
export function blockReader(source: FileSource, start: number): ReadAt {
  const blocks = new Map<number, Buffer>()
  const blockAt = (index: number): Buffer => {
    const known = blocks.get(index)
    if (known) {
      // The map keeps the order of use: the first is the least recently used.
      blocks.delete(index)
      blocks.set(index, known)
      return known
    }
    if (blocks.size >= maxBlocks) blocks.delete(blocks.keys().next().value!)
    const block = source.readAt(start + index * blockSize, blockSize)
    blocks.set(index, block)
    return block
  }
  return (position, target) => {
    if (start + position + target.length > source.size) return false
    if (target.length >= blockSize) return source.readInto(target, start + position) === target.length
    for (let done = 0; done < target.length; ) {
      const at = position + done
      const offset = at % blockSize
      const block = blockAt((at - offset) / blockSize)
      const part = block.subarray(offset, offset + target.length - done)
      if (part.length === 0) return false
      target.set(part, done)
      done += part.length
    }
    return true
  }
}

/** Wraps a reader and replaces some bytes. */
export function patchedReader(read: ReadAt, patches: readonly BytePatch[]): ReadAt {
  return (position, target) => {
    if (!read(position, target)) return false
    for (const { at, bytes } of patches) {
      const from = Math.max(at, position)
      const to = Math.min(at + bytes.length, position + target.length)
      if (from < to) target.set(bytes.subarray(from - at, to - at), from - position)
    }
    return true
  }
}
