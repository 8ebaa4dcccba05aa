const listeners = new Set<() => void>()

/** A request was answered with 401. That may concern this request only, or the session may have ended elsewhere. */
export function emitUnauthorized() {
  for (const listener of listeners) listener()
}

export function onUnauthorized(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
