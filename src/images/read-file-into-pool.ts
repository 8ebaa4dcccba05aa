import { closeSync, open, read } from 'node:fs'
import type { BufferPool, PooledBuffer } from './buffer-pool.ts'

/**
 * Reads one of our own files in as few steps as possible: each is a round trip to another thread and costs more than
 * the read itself. It doesn't stat the size; a read that returns less than requested is the last. Our files contain an
 * end marker that shows whether they're complete.
 */
export async function readFileIntoPool(path: string, buffers: BufferPool, expected = USUAL): Promise<PooledBuffer> {
  const fd = await openToRead(path)
  try {
    let pooled = buffers.acquire(expected + 1)
    let filled = await readInto(fd, pooled.bytes, 0)
    while (filled === pooled.bytes.length) {
      const larger = buffers.acquire(filled * 2)
      larger.bytes.set(pooled.bytes)
      pooled.release()
      pooled = larger
      filled += await readInto(fd, pooled.bytes, filled)
    }
    return { bytes: pooled.bytes.subarray(0, filled), release: pooled.release }
  } finally {
    // Synchronously: waking a thread for it costs ten times as much, and closing a file that was just read doesn't
    // block.
    closeSync(fd)
  }
}

const USUAL = 64 * 1024 - 1

function openToRead(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    open(path, 'r', (error, fd) => (error ? reject(error) : resolve(fd)))
  })
}

function readInto(fd: number, bytes: Buffer, filled: number): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, bytes, filled, bytes.length - filled, null, (error, count) => (error ? reject(error) : resolve(count)))
  })
}
