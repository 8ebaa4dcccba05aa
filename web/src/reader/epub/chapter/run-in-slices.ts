/** Work that can be interrupted wherever it yields. */
export type SlicedWork<Result = void> = Generator<void, Result>

/** What happens meanwhile waits no longer than this. */
const longestSliceMs = 20

export function runAtOnce<Result>(work: SlicedWork<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** Waits for `pause` whenever it has worked for long. Undefined: it was stopped. */
export async function runInSlices<Result>(
  work: SlicedWork<Result>,
  pause: () => Promise<unknown>,
  isStopped: () => boolean = () => false,
): Promise<Result | undefined> {
  let began = performance.now()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - began < longestSliceMs) continue
    await pause()
    if (isStopped()) return undefined
    began = performance.now()
  }
}

export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
