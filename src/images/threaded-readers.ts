import { extractPages, renderPage } from '../formats/isolate/reading-thread-requests.ts'
import type { ReadingThreads } from '../formats/isolate/reading-threads.ts'
import type { Limits } from '../formats/limits.ts'
import type { ThreadedReaders } from './page-reader.ts'

/** The readers that must not run on the thread that serves, on threads of their own. */
export function threadedReaders(threads: ReadingThreads, limits: Limits): ThreadedReaders {
  return {
    extract: (path, entries, take) =>
      extractPages(threads, path, [...entries], { limits }, ({ entry, content }) => {
        if (content instanceof Uint8Array) take(entry, content)
        return true
      }),
    render: (path, index, width) => renderPage(threads, path, { index, width }, { limits }),
  }
}
