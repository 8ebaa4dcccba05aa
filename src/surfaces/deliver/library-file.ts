import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { libraryReads, openLibraryFileHandle } from '../../images/limit-library-reads.ts'

/** An open file of a library: its facts and its content are then of the same file. */
export interface OpenedLibraryFile {
  facts: Stats
  /** From the first to the last byte, both inclusive; closes the file at the end. */
  read(start: number, end: number): Readable
  close(): Promise<void>
}

export async function openLibraryFile(file: { path: string; root: string }): Promise<OpenedLibraryFile> {
  const { root } = file
  const handle = await openLibraryFileHandle(file)
  try {
    const facts = await libraryReads.run(root, () => handle.stat())
    if (!facts.isFile()) throw Object.assign(new Error('no file any more'), { code: 'EISDIR' })
    return {
      facts,
      read: (start, end) => pieces(handle, root, start, end),
      close: () => handle.close(),
    }
  } catch (error) {
    void handle.close()
    throw error
  }
}

/**
 * Not a generator: one that is discarded before it starts never reaches its `finally`, and a handle that is left to the
 * garbage collector ends the process.
 */
function pieces(handle: FileHandle, root: string, start: number, end: number): Readable {
  let at = start
  return new Readable({
    highWaterMark: PIECE,
    read() {
      const size = Math.min(PIECE, end - at + 1)
      if (size <= 0) return void this.push(null)
      libraryReads
        .run(root, () => handle.read(Buffer.allocUnsafe(size), 0, size, at))
        .then(({ bytesRead, buffer }) => {
          // A download that ends early must not look complete.
          if (bytesRead === 0) throw new Error('the file became shorter while it was sent')
          at += bytesRead
          this.push(buffer.subarray(0, bytesRead))
        })
        .catch((error: Error) => this.destroy(error))
    },
    destroy(error, done) {
      // Not awaited: if a share hangs, closing waits for the last read.
      handle.close().catch(() => {})
      done(error)
    },
  })
}

const PIECE = 256 * 1024
