import { closeSync, open, read } from 'node:fs'
import type { BufferPool, PooledBuffer } from './buffer-pool.ts'

/**
 * A file of our own, in as few steps as there can be: each is a turn in another thread, and costs more than the reading. Its
 * size is not asked for; a step that brings less than there was room for was the last. What we write says itself whether
 * it is whole.
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
    // At once: to wake a thread for it costs ten times as much, and a file that was read just now is there.
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
