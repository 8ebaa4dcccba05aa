/** The known word closest to a mistyped one. A last part that fits counts too: `port` is near `server.port`. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const distance = Math.min(editDistance(word, candidate), editDistance(lastPart(word), lastPart(candidate)) + 1)
    if (distance < least) {
      least = distance
      best = candidate
    }
  }
  return best
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1)
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const swap = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(swap, previous[j]! + 1, row[j - 1]! + 1))
    }
    previous = row
  }
  return previous[b.length]!
}
