/** Memory for bytes that are being sent. */
export interface BufferPool {
  /** Returns a buffer of exactly this size; its content is undefined. */
  acquire(size: number): PooledBuffer<Buffer>
}

export interface PooledBuffer<Bytes extends Uint8Array = Uint8Array> {
  bytes: Bytes
  /** Call only once the bytes are no longer read. If that is unknown, drop them instead. */
  release(): void
}

const MiB = 1024 * 1024

/**
 * Reusable buffers. A page is hundreds of kilobytes that live for a millisecond; with a new buffer for each, a full
 * garbage collection runs every few hundred pages, which costs more than reading and sending them.
 */
export function openBufferPool({ max = 32 * MiB, idleMs = 10_000 } = {}): BufferPool {
  const free = new Map<number, Buffer[]>()
  let pooledBytes = 0
  let idle: NodeJS.Timeout | undefined

  const clear = () => {
    free.clear()
    pooledBytes = 0
  }
  const release = (whole: Buffer) => {
    if (pooledBytes + whole.length > max) return
    const others = free.get(whole.length) ?? []
    free.set(whole.length, others)
    others.push(whole)
    pooledBytes += whole.length
    // An idle server keeps none.
    idle ??= setTimeout(clear, idleMs).unref()
    idle.refresh()
  }

  return {
    acquire(size) {
      if (size > LARGEST) return { bytes: Buffer.allocUnsafe(size), release: () => {} }
      const room = roomFor(size)
      let whole = free.get(room)?.pop()
      if (whole) pooledBytes -= room
      else whole = Buffer.allocUnsafeSlow(room)
      const used = whole
      let isInUse = true
      return {
        bytes: used.subarray(0, size),
        release: () => {
          if (isInUse) release(used)
          isInUse = false
        },
      }
    },
  }
}

/** One per process, like its memory. */
export const sharedBufferPool = openBufferPool()

/** Bytes that belong to no pool. */
export const unpooledBuffer = (bytes: Uint8Array): PooledBuffer => ({ bytes, release: () => {} })
const LARGEST = 8 * MiB
const SMALLEST = 16 * 1024

/** Only a few sizes, so that pages can reuse each other's buffers. */
function roomFor(size: number): number {
  return Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(Math.max(1, size))))
}
