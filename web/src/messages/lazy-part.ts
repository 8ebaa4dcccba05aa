import { type ComponentType, lazy } from 'react'
import { loadWords } from './t.ts'

/** A part with a file of its own, which may say more than the first page does. */
// biome-ignore lint/suspicious/noExplicitAny: as in React's own `lazy`, the properties are whatever the part takes
export function lazyPart<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), loadWords()])
    return part
  })
}
