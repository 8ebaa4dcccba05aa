/** Waits until the browser is idle, so not while a page is being turned. */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 300 })
    else setTimeout(resolve, 200)
  })
}
