import { type ComponentProps, type ComponentType, createElement, lazy } from 'react'
import { loadAllMessages } from './t.ts'

// biome-ignore lint/suspicious/noExplicitAny: as in React's own `lazy`, the properties are whatever the part takes
type AnyPart = ComponentType<any>

/** A part with a file of its own, which may say more than the first page does. */
export function lazyComponent<Part extends AnyPart>(load: () => Promise<{ default: Part }>) {
  return lazyWithRetry(async () => {
    const [part] = await Promise.all([load(), loadAllMessages()])
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
export const preload = (load: () => Promise<unknown>) => () => void load().catch(() => {})
