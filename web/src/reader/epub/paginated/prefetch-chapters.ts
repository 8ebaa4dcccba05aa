/** Fetches a chapter's file during reading, so that turning to it doesn't wait for the server. */
export function makeChapterPrefetcher(urlOf: (index: number) => string | undefined) {
  const loaded = new Set<number>()
  return (index: number) => {
    const url = urlOf(index)
    if (!url || loaded.has(index)) return
    loaded.add(index)
    fetch(url, { credentials: 'same-origin', priority: 'low' })
      .then((answer) => answer.arrayBuffer())
      .catch(() => loaded.delete(index))
  }
}
