import { type RefObject, useEffect, useRef, useState } from 'react'
import { imageRateLimiter } from './rate-limiter.ts'
import { whenScrollSlows } from './scroll-speed.ts'

export type LazyImageState = { src: string | undefined; failed: boolean; onError: () => void; onLoad: () => void }

/** URLs that have been shown: the browser has them cached, so they are shown again without a request or delay. */
const shown = new Set<string>()
const missing = new Set<string>()

/** The URL to show, once the element is near the viewport, scrolling is slow and the rate limiter has a token. */
export function useLazyImage(url: string | undefined, element: RefObject<HTMLElement | null>): LazyImageState {
  const first = { url, ready: url !== undefined && shown.has(url), retry: 0 }
  const [state, setState] = useState(first)
  const { ready, retry } = state.url === url ? state : first
  const failed = url === undefined || missing.has(url)

  useEffect(() => {
    if (!url || ready || failed || !element.current) return
    return whenNear(element.current, () => setState({ url, ready: true, retry: 0 }))
  }, [url, ready, failed, element])

  // Retries only while the image is still needed.
  const withdraw = useRef(() => {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another request
  useEffect(() => () => withdraw.current(), [url])

  return {
    src: ready && !failed ? (retry ? `${url}#${retry}` : url) : undefined,
    failed,
    onLoad: () => url && shown.add(url),
    onError: () => {
      if (!url || retry >= 3) return
      const again = () => setState({ url, ready: true, retry: retry + 1 })
      withdraw.current = findOutWhyItFailed(url, {
        found: again,
        missing: () => {
          missing.add(url)
          setState({ url, ready: false, retry })
        },
        silent: () => setTimeout(again, 4000 * (retry + 1)),
      })
    },
  }
}

type Reasons = { found: () => void; missing: () => void; silent: () => void }

/**
 * An <img> doesn't report why it failed. A second request does; the browser caches its response for the next <img>.
 * After a 429 the rate limiter pauses for everybody, for as long as it takes.
 */
function findOutWhyItFailed(url: string, on: Reasons): () => void {
  const stop = new AbortController()
  let leave = () => {}
  const request = () => {
    fetch(url, { credentials: 'same-origin', signal: stop.signal }).then(
      (response) => {
        if (response.ok) on.found()
        else if (response.status !== 429) on.missing()
        else {
          imageRateLimiter.rest(Number(response.headers.get('retry-after')) || 1)
          leave = imageRateLimiter.enter(request)
        }
      },
      () => stop.signal.aborted || on.silent(),
    )
  }
  leave = imageRateLimiter.enter(request)
  return () => {
    stop.abort()
    leave()
  }
}

const acts = new WeakMap<Element, (near: boolean) => void>()
let observer: IntersectionObserver | undefined

function whenNear(element: Element, act: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) acts.get(entry.target)?.(entry.isIntersecting)
    },
    { rootMargin: '240px 320px' },
  )
  let withdraw = () => {}
  acts.set(element, (near) => {
    withdraw()
    if (!near) return
    withdraw = whenScrollSlows(() => {
      withdraw = imageRateLimiter.enter(act)
    })
  })
  observer.observe(element)
  return () => {
    withdraw()
    observer?.unobserve(element)
    acts.delete(element)
  }
}
