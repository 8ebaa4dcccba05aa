/**
 * Splits the chunks of a pipe into lines of at most `maxBytes`; at a longer line it calls `onTooLong` and stops. The
 * unfinished line is kept in one buffer: a plugin that writes byte by byte would otherwise leave a million of them.
 */
export function makeLineSplitter(maxBytes: number, onLine: (line: string) => void, onTooLong: () => void) {
  let unfinished = Buffer.alloc(0)
  let size = 0
  let isOver = false
  const keep = (part: Buffer) => {
    if (size + part.length > unfinished.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(MIN_BYTES, 2 * (size + part.length))))
      unfinished.copy(larger, 0, 0, size)
      unfinished = larger
    }
    part.copy(unfinished, size)
    size += part.length
  }
  const takeLine = (part: Buffer): string => {
    if (size === 0) return part.toString('utf8')
    keep(part)
    const line = unfinished.toString('utf8', 0, size)
    unfinished = Buffer.alloc(0)
    size = 0
    return line
  }
  return (chunk: Buffer): void => {
    let start = 0
    while (!isOver) {
      const end = chunk.indexOf(NEWLINE, start)
      const part = end < 0 ? chunk.subarray(start) : chunk.subarray(start, end)
      if (size + part.length > maxBytes) {
        isOver = true
        unfinished = Buffer.alloc(0)
        onTooLong()
        return
      }
      if (end < 0) {
        keep(part)
        return
      }
      start = end + 1
      onLine(takeLine(part))
    }
  }
}

const NEWLINE = 0x0a
const MIN_BYTES = 1024
