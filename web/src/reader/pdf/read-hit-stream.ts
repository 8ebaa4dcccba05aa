import type { SearchHitInBook } from '../../../../src/contract/epub.ts'

/** Hits arrive by the hundred: they are shown in batches. */
const pause = 120

/** Emits hits as they arrive, one per line; the last line has whether the whole book was searched. */
export async function readHitStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  give: (hits: SearchHitInBook[]) => void,
): Promise<boolean> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  let waiting: SearchHitInBook[] = []
  let isComplete = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    if (waiting.length > 0) give(waiting)
    waiting = []
  }
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + part.value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const value = JSON.parse(line) as SearchHitInBook | { isComplete: boolean }
        if ('isComplete' in value) isComplete = value.isComplete
        else waiting.push(value)
      }
      // In a long book the next hit may be many seconds away: those already found don't wait for it.
      timer ??= setTimeout(flush, pause)
    }
  } finally {
    clearTimeout(timer)
    flush()
  }
  return isComplete
}
