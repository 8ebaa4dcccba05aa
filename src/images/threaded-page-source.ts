import type { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import { extractPagesInThread, renderPdfPageInThread } from '../formats/isolate/reading-thread-requests.ts'
import type { Limits } from '../formats/limits.ts'
import type { ThreadedPageSource } from './page-reader.ts'

/** Runs the readers that must not block the serving thread on the reading threads. */
export function makeThreadedPageSource(threads: ReadingThreadPool, limits: Limits): ThreadedPageSource {
  return {
    extract: (path, entries, take, password) =>
      extractPagesInThread(threads, path, [...entries], { limits, password }, ({ entry, content }) => {
        if (content instanceof Uint8Array) take(entry, content)
        return true
      }),
    render: (path, index, width, password) =>
      renderPdfPageInThread(threads, path, { index, width }, { limits, password }),
  }
}
