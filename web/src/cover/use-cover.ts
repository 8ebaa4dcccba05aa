import { type RefObject, useEffect, useState } from 'react'
import { fetchPatiently } from '../api/client.ts'
import { imageGate } from './gate.ts'
import { whenScrollRests } from './scroll-rest.ts'

export type CoverState = { src: string | undefined; failed: boolean; onError: () => void; onLoad: () => void }

/** Addresses that have been shown: the browser has them, so they are shown again without asking or waiting. */
const shown = new Set<string>()
const missing = new Set<string>()

/** The address to show, once the element is near the view, scrolling rests and the bucket has room. */
export function useCover(url: string | undefined, element: RefObject<HTMLElement | null>): CoverState {
  const [state, setState] = useState({ url, ready: url !== undefined && shown.has(url) })
  const [retry, setRetry] = useState(0)
  const ready = state.url === url ? state.ready : url !== undefined && shown.has(url)
  const failed = url === undefined || missing.has(url)

  useEffect(() => {
    if (!url || ready || failed || !element.current) return
    return whenNear(element.current, () => setState({ url, ready: true }))
  }, [url, ready, failed, element])

  return {
    src: ready && !failed ? (retry ? `${url}#${retry}` : url) : undefined,
    failed,
    onLoad: () => url && shown.add(url),
    // An <img> does not tell why it failed. Asking again does, and waits if the reason is a full bucket.
    onError: () => {
      if (!url || retry >= 3) return
      void fetchPatiently(url, { credentials: 'same-origin' }).then(
        (response) => {
          if (response.ok) setRetry(retry + 1)
          else {
            missing.add(url)
            setState({ url, ready: false })
          }
        },
        () => setTimeout(() => setRetry(retry + 1), 4000 * (retry + 1)),
      )
    },
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
    withdraw = whenScrollRests(() => {
      withdraw = imageGate.enter(act)
    })
  })
  observer.observe(element)
  return () => {
    withdraw()
    observer?.unobserve(element)
    acts.delete(element)
  }
}
