import { bookFileUrl } from '../../api/book-file-url.ts'
import { fetchWithRateLimitRetry } from '../../api/client.ts'
import type { BookPageInfo } from '../../api/types.ts'

const shown = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/svg+xml'])
/** Number of decoded pages to keep. More would only grow the tab: a decoded page takes 10 to 40 MB. */
export const maxDecodedPages = 10

export type PageUrlGetter = (page: number) => string

/** The URL of a page; formats that browsers can't show are requested as JPEG. */
export function pageUrlGetter(bookId: string, pages: BookPageInfo[]): PageUrlGetter {
  return (number) => {
    const type = pages[number - 1]?.mediaType
    return bookFileUrl(bookId, `/pages/${number}`, { format: type && !shown.has(type) ? 'jpeg' : undefined })
  }
}

/** Keeps the pages around the current one decoded, ready to be shown without a flash. */
export class PageLoader {
  #pages = new Map<number, { image: HTMLImageElement; ready: boolean; done: Promise<HTMLImageElement> }>()
  #source: PageUrlGetter
  #request = 0

  constructor(source: PageUrlGetter) {
    this.#source = source
  }

  /** The decoded page if available, without waiting. */
  peek(page: number): HTMLImageElement | undefined {
    const entry = this.#pages.get(page)
    return entry?.ready ? entry.image : undefined
  }

  load(page: number): Promise<HTMLImageElement> {
    const before = this.#pages.get(page)
    if (before) {
      // Moving it to the end makes it the last to be evicted.
      this.#pages.delete(page)
      this.#pages.set(page, before)
      return before.done
    }
    const image = new Image()
    image.decoding = 'async'
    image.alt = ''
    image.draggable = false
    const entry = { image, ready: false, done: this.#decode(image, this.#source(page)) }
    this.#pages.set(page, entry)
    entry.done.then(
      () => {
        entry.ready = true
      },
      () => {
        if (this.#pages.get(page) === entry) this.#pages.delete(page)
      },
    )
    this.#drop()
    return entry.done
  }

  /** Preloads pages in the given order, one after the other so that the first arrives first. */
  async preload(pages: number[]) {
    const request = ++this.#request
    for (const page of pages) {
      // After quick page turns an older request is outdated.
      if (request !== this.#request) return
      await this.load(page).catch(() => undefined)
    }
  }

  close() {
    this.#request++
    for (const { image } of this.#pages.values()) image.src = ''
    this.#pages.clear()
  }

  async #decode(image: HTMLImageElement, url: string): Promise<HTMLImageElement> {
    image.src = url
    try {
      await image.decode()
    } catch {
      // An <img> doesn't report why it failed. A request does, and waits if it is rate-limited.
      const response = await fetchWithRateLimitRetry(url, { credentials: 'same-origin' })
      if (!response.ok) throw new Error(`${response.status}`)
      image.src = `${url}#again`
      await image.decode()
    }
    return image
  }

  #drop() {
    for (const [page, { image }] of this.#pages) {
      if (this.#pages.size <= maxDecodedPages) return
      if (image.isConnected) continue
      image.src = ''
      this.#pages.delete(page)
    }
  }
}
