import type { SearchHitInBook } from '../../../../src/contract/epub.ts'

/** Hits come by the hundred: they are shown in batches. */
const pause = 120

/** Gives hits as they come, a line each; whether all of the book was searched is on the last line. */
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
      // The next hit of a long book may be many seconds away: those that are here do not wait for it.
      timer ??= setTimeout(flush, pause)
    }
  } finally {
    clearTimeout(timer)
    flush()
  }
  return isComplete
}
