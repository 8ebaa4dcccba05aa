/**
 * The known word that a mistyped one probably means, if any is close: at most every third letter is wrong, or one is a
 * prefix of the other. A matching last part counts too: `port` is close to `server.port`.
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const last = [lastPart(word), lastPart(candidate)] as const
    const distance = Math.min(distanceIfNear(word, candidate), distanceIfNear(...last) + 1)
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

function distanceIfNear(given: string, known: string): number {
  const [a, b] = [given.toLowerCase(), known.toLowerCase()]
  if (Math.min(a.length, b.length) >= MIN_BEGINNING && (b.startsWith(a) || a.startsWith(b))) return 1
  const distance = editDistance(a, b)
  return distance <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 3)) ? distance : Number.POSITIVE_INFINITY
}

const MIN_BEGINNING = 3

/** Two swapped neighbours count as one mistake. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const swap = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(swap, previous[j]! + 1, row[j - 1]! + 1))
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwapped) row[j] = Math.min(row[j]!, beforePrevious[j - 2]! + 1)
    }
    beforePrevious = previous
    previous = row
  }
  return previous[b.length]!
}
