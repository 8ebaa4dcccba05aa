/** Memory for bytes that are on their way out. */
export interface Buffers {
  /** Exactly as long as asked for; what is in it is of no meaning. */
  lend(size: number): Lent<Buffer>
}

export interface Lent<Bytes extends Uint8Array = Uint8Array> {
  bytes: Bytes
  /** Only once nobody reads the bytes any more. Whoever cannot tell just drops them. */
  giveBack(): void
}

const MiB = 1024 * 1024

/**
 * Buffers that are used again. A page is hundreds of kilobytes that live for a millisecond; with a new buffer for each,
 * the collector runs over the whole heap every few hundred pages, which costs more than reading and sending them.
 */
export function openBuffers({ most = 32 * MiB, idleMs = 10_000 } = {}): Buffers {
  const free = new Map<number, Buffer[]>()
  let kept = 0
  let idle: NodeJS.Timeout | undefined

  const clear = () => {
    free.clear()
    kept = 0
  }
  const giveBack = (whole: Buffer) => {
    if (kept + whole.length > most) return
    const others = free.get(whole.length) ?? []
    free.set(whole.length, others)
    others.push(whole)
    kept += whole.length
    // A server at rest holds none.
    idle ??= setTimeout(clear, idleMs).unref()
    idle.refresh()
  }

  return {
    lend(size) {
      if (size > LARGEST) return { bytes: Buffer.allocUnsafe(size), giveBack: () => {} }
      const room = roomFor(size)
      let whole = free.get(room)?.pop()
      if (whole) kept -= room
      else whole = Buffer.allocUnsafeSlow(room)
      const used = whole
      let isLent = true
      return {
        bytes: used.subarray(0, size),
        giveBack: () => {
          if (isLent) giveBack(used)
          isLent = false
        },
      }
    },
  }
}

/** One for the process, as its memory is. */
export const outgoing = openBuffers()

/** Bytes that nobody lent. */
export const ownBytes = (bytes: Uint8Array): Lent => ({ bytes, giveBack: () => {} })
const LARGEST = 8 * MiB
const SMALLEST = 16 * 1024

/** A few sizes only, so that one page fits where another was. */
function roomFor(size: number): number {
  return Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(Math.max(1, size))))
}
