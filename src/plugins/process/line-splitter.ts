/** Splits the chunks of a pipe into lines of at most `maxBytes`; at a longer line it calls `onTooLong` and stops. */
export function makeLineSplitter(maxBytes: number, onLine: (line: string) => void, onTooLong: () => void) {
  let chunks: Buffer[] = []
  let size = 0
  let isOver = false
  return (chunk: Buffer): void => {
    let start = 0
    while (!isOver) {
      const end = chunk.indexOf(NEWLINE, start)
      const part = end < 0 ? chunk.subarray(start) : chunk.subarray(start, end)
      size += part.length
      if (size > maxBytes) {
        isOver = true
        chunks = []
        onTooLong()
        return
      }
      chunks.push(part)
      if (end < 0) return
      const line = Buffer.concat(chunks, size).toString('utf8')
      chunks = []
      size = 0
      start = end + 1
      onLine(line)
    }
  }
}

const NEWLINE = 0x0a
