type Renderer = HTMLElement & {
  snap(...velocity: number[]): void
  scrollBy(...distance: number[]): void
  render(): void
  scrollToAnchor(anchor: Range): Promise<void>
  next(): Promise<void>
  prev(): Promise<void>
}

/** Longer than the page animation takes. */
const longestGlide = 500

/**
 * Until the next chapter is loaded, the renderer has a document without a body, and after the book is closed none at
 * all. Whatever reads the position then throws: the end of a page animation, a second swipe, a window resize. So a
 * chapter loads only once the page is at rest, and nothing moves until it is loaded. A finger moves nothing before the
 * first page is shown.
 */
export function freezeWhileLoading(renderer: Renderer) {
  const { snap, scrollBy, render, scrollToAnchor, next, prev } = renderer
  let isLoading = false
  let isShown = false
  let atRest = Promise.resolve()
  let loaded = Promise.resolve()

  function afterEvent(name: string, isIt: (event: Event) => boolean, longest?: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const onEvent = (event: Event) => isIt(event) && resolve()
    renderer.addEventListener(name, onEvent)
    if (longest) setTimeout(resolve, longest)
    return promise.then(() => renderer.removeEventListener(name, onEvent))
  }

  renderer.addEventListener('load', (event) => {
    isLoading = false
    keepDocument((event as CustomEvent<{ doc: Document }>).detail.doc)
  })
  renderer.addEventListener('relocate', () => {
    isShown = true
  })
  renderer.scrollBy = (...distance: number[]) => {
    if (isShown && !isLoading) scrollBy.apply(renderer, distance)
  }
  renderer.snap = (...velocity) => {
    if (isLoading || !isShown) return
    atRest = afterEvent('relocate', (event) => (event as CustomEvent).detail.reason === 'snap', longestGlide)
    snap.apply(renderer, velocity)
  }
  // A chapter is laid out for the window's size at load time.
  renderer.render = () => (isLoading || !renderer.isConnected ? undefined : render.call(renderer))
  renderer.scrollToAnchor = async (...anchor) => (isLoading ? undefined : scrollToAnchor.apply(renderer, anchor))
  renderer.next = () => (isLoading ? loaded.then(() => next.call(renderer)) : next.call(renderer))
  renderer.prev = () => (isLoading ? loaded.then(() => prev.call(renderer)) : prev.call(renderer))

  return {
    /** Resolves with the URL when the renderer may load it; never, if the chapter is shown by another renderer. */
    async load(url: string, isShownInstead?: () => Promise<boolean> | undefined): Promise<string> {
      await atRest
      isLoading = true
      // The renderer scrolls to the position in the chapter right after the `load` event.
      loaded = afterEvent('load', () => true).then(() => new Promise((done) => setTimeout(done)))
      return (await isShownInstead?.()) ? new Promise(() => {}) : url
    },
    /** Another renderer shows the chapter: the content here stays, and can be moved again. */
    cancelLoad() {
      isLoading = false
    },
    isLoading: () => isLoading,
    whenLoaded: () => (isLoading ? loaded : Promise.resolve()),
    atRest: () => atRest,
  }
}

/**
 * A frame that is removed from the DOM no longer has a document, and the renderer reads it once more for the current
 * page.
 */
function keepDocument(doc: Document) {
  const frame = doc.defaultView?.frameElement
  if (frame) Object.defineProperty(frame, 'contentDocument', { configurable: true, get: () => doc })
}
