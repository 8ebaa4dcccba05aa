import { type ComponentProps, type ComponentType, createElement, lazy } from 'react'
import { loadPageMessages } from './t.ts'

// biome-ignore lint/suspicious/noExplicitAny: as in React's own `lazy`, the properties are whatever the part takes
type AnyPart = ComponentType<any>

/** A part with a file of its own, which may say more than the first page does. */
export function lazyComponent<Part extends AnyPart>(
  load: () => Promise<{ default: Part }>,
  loadMessages: () => Promise<void> = loadPageMessages,
) {
  return lazyWithRetry(async () => {
    const [part] = await Promise.all([loadUnderNewAddress(load), loadMessages()])
    return part
  })
}

/** React draws a part once more before it gives up: that must find the failure, not begin anew. */
const pause = 1000

/** React's own `lazy` remembers a failure for ever; here the file is asked for again when the part is next wanted. */
export function lazyWithRetry<Part extends AnyPart>(load: () => Promise<{ default: Part }>) {
  let failedAt: number | undefined
  const make = (): AnyPart =>
    lazy(() =>
      load().catch((error) => {
        failedAt = Date.now()
        throw error
      }),
    )
  let Loaded = make()
  return (props: ComponentProps<Part>) => {
    if (failedAt && Date.now() > failedAt + pause) {
      failedAt = undefined
      Loaded = make()
    }
    return createElement(Loaded, props)
  }
}

/** Asks for a part before it is wanted, by a hand that comes near. Whether it comes is seen when it is wanted. */
export const preload =
  (load: () => Promise<{ default: AnyPart }>, loadMessages: () => Promise<void> = loadPageMessages) =>
  () => {
    for (const loading of [loadUnderNewAddress(load), loadMessages()]) void loading.catch(() => {})
  }

/** Where each part is whose file could not be loaded, and how often it was tried. */
const failures = new WeakMap<() => Promise<unknown>, { url: string; tries: number }>()

/**
 * Chrome remembers for ever that a file could not be loaded: next time it is asked for under another address, which
 * the cause of the error tells (reload-on-missing-chunk.ts).
 */
async function loadUnderNewAddress<Part>(load: () => Promise<{ default: Part }>): Promise<{ default: Part }> {
  const before = failures.get(load)
  try {
    return await (before ? import(/* @vite-ignore */ `${before.url}?try=${before.tries}`) : load())
  } catch (error) {
    const url = before?.url ?? /https?:\S+\.js/.exec(String((error as Error).cause))?.[0]
    if (url) failures.set(load, { url, tries: (before?.tries ?? 0) + 1 })
    throw error
  }
}
