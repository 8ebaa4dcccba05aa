import type { Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { libraryReads } from '../../images/library-reads.ts'

/** A file of a library, opened: what is measured and what is read is then of the same file. */
export interface LibraryFile {
  facts: Stats
  /** From the first to the last byte, both counted; closes the file at the end. */
  read(start: number, end: number): Readable
  close(): Promise<void>
}

export async function openLibraryFile({ path, root }: { path: string; root: string }): Promise<LibraryFile> {
  const handle = await libraryReads.run(
    root,
    () => open(path, 'r'),
    (late) => void late.close(),
  )
  try {
    return {
      facts: await libraryReads.run(root, () => handle.stat()),
      read: (start, end) => Readable.from(pieces(handle, root, start, end), { objectMode: false }),
      close: () => handle.close(),
    }
  } catch (error) {
    void handle.close()
    throw error
  }
}

async function* pieces(handle: FileHandle, root: string, start: number, end: number): AsyncGenerator<Buffer> {
  try {
    for (let at = start; at <= end; ) {
      const size = Math.min(PIECE, end - at + 1)
      const { bytesRead, buffer } = await libraryReads.run(root, () =>
        handle.read(Buffer.allocUnsafe(size), 0, size, at),
      )
      // A download that ends early must not look whole.
      if (bytesRead === 0) throw new Error('the file became shorter while it was sent')
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    void handle.close()
  }
}

const PIECE = 256 * 1024
