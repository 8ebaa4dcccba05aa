const listeners = new Set<() => void>()

/** The server did not know who asked. That may be about one request, or the session may have ended elsewhere. */
export function emitUnauthorized() {
  for (const listener of listeners) listener()
}

export function onUnauthorized(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
