/** Delays between attempts after the stream was refused, growing up to half a minute. */
const pauses = [3_000, 10_000, 30_000]

type Stream = {
  url: string
  types: readonly string[]
  onMessage: (message: MessageEvent<string>) => void
  /** The browser reconnected: requests sent in the meantime may have failed. */
  onRestored: () => void
  /** Reconnected after a refusal: events in between were missed. */
  onMissed: () => void
  /** Called before each new attempt. */
  isAuthorized: () => Promise<boolean>
}

/**
 * Listens until stopped. A browser reconnects automatically after a lost connection, but gives up permanently when
 * something else answers for the server, as a proxy does while the server restarts.
 */
export function listenToEvents({ url, types, onMessage, onRestored, onMissed, isAuthorized }: Stream): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let refusals = 0
  let lost = false
  let stopped = false
  const open = () => {
    source = new EventSource(url, { withCredentials: true })
    for (const type of types) source.addEventListener(type, onMessage as (event: Event) => void)
    source.onopen = () => {
      if (refusals > 0) onMissed()
      else if (lost) onRestored()
      refusals = 0
      lost = false
    }
    source.onerror = () => {
      lost = true
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(again, pauses[Math.min(refusals++, pauses.length - 1)])
    }
  }
  const again = async () => {
    if ((await isAuthorized()) && !stopped) open()
  }
  open()
  return () => {
    stopped = true
    clearTimeout(timer)
    source.close()
  }
}
