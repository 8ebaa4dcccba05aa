import { extractPages, renderPage } from '../formats/isolate/analyse-file.ts'
import type { ReadingThreads } from '../formats/isolate/reading-threads.ts'
import type { Limits } from '../formats/limits.ts'
import type { HeavyReaders } from './page-reader.ts'

/** The readers that must not run on the thread that serves, on threads of their own. */
export function heavyReaders(threads: ReadingThreads, limits: Limits): HeavyReaders {
  return {
    extract: (path, entries, take) =>
      extractPages(threads, path, [...entries], { limits }, ({ entry, content }) => {
        if (content instanceof Uint8Array) take(entry, content)
        return true
      }),
    render: (path, index, width) => renderPage(threads, path, { index, width }, { limits }),
  }
}
