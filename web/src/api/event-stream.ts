/** How long nobody is asked after the stream was refused; longer each time, up to half a minute. */
const pauses = [3_000, 10_000, 30_000]

type Stream = {
  url: string
  types: readonly string[]
  onMessage: (message: MessageEvent<string>) => void
  /** It stands again, by itself: whatever was asked for meanwhile had no answer. */
  onRestored: () => void
  /** It was refused and stands again: what happened meanwhile nobody has told. */
  onMissed: () => void
  /** Asked before each new attempt. */
  isAuthorized: () => Promise<boolean>
}

/**
 * Listens until it is stopped. A browser comes back by itself after a lost connection, but gives up for good where
 * something answers in the server's place, as a proxy does while it restarts.
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
