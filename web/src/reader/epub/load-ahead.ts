/** Fetches a chapter's file during reading, so that turning to it doesn't wait for the server. */
export function makeLoadAhead(urlOf: (index: number) => string | undefined) {
  const asked = new Set<number>()
  return (index: number) => {
    const url = urlOf(index)
    if (!url || asked.has(index)) return
    asked.add(index)
    fetch(url, { credentials: 'same-origin', priority: 'low' })
      .then((answer) => answer.arrayBuffer())
      .catch(() => asked.delete(index))
  }
}

/** On metered or slow connections, chapters that may never be read aren't loaded. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
