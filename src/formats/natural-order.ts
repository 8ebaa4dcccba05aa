/**
 * Natural order of paths: 2 before 10, folder by folder, without regard to case, width or how accents are encoded. Our
 * own instead of Intl.Collator, whose punctuation order suits neither pages (“5-6” before “5”) nor folders and changes
 * between ICU versions: an update must not reorder the pages of a book.
 */
export function sortNaturally<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const keyed = items.map((item, index) => ({ item, index, name: nameOf(item), key: naturalKey(nameOf(item)) }))
  // Most archives are already sorted.
  let isSorted = true
  for (let index = 1; index < keyed.length && isSorted; index++)
    isSorted = compareKeyed(keyed[index - 1]!, keyed[index]!) <= 0
  if (!isSorted) keyed.sort(compareKeyed)
  return keyed.map(({ item }) => item)
}

interface Keyed {
  index: number
  name: string
  key: string
}

function compareKeyed(left: Keyed, right: Keyed): number {
  return compareKeys(left.key, right.key) || compareText(left.name, right.name) || left.index - right.index
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}

/** Full-width digits and letters become plain ones; NFD and NFC compare equal. */
function naturalKey(name: string): string {
  return (isAscii(name) ? name : name.normalize('NFKC')).toLowerCase()
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) >= 0x80) return false
  return true
}

/**
 * `/` (end of a folder name) sorts first, then `.` (end of a stem), so shorter names precede longer ones: "a/…" before
 * "a b/…", "5.png" before "5-6.png".
 */
function rank(code: number): number {
  return code === 0x2f ? 0 : code === 0x2e ? 1 : code + 2
}

function compareKeys(left: string, right: string): number {
  let a = 0
  let b = 0
  while (a < left.length && b < right.length) {
    const codeA = left.charCodeAt(a)
    const codeB = right.charCodeAt(b)
    if (isDigit(codeA) && isDigit(codeB)) {
      const endA = endOfDigits(left, a)
      const endB = endOfDigits(right, b)
      const difference = compareNumbers(left, a, endA, right, b, endB)
      if (difference !== 0) return difference
      a = endA
      b = endB
      continue
    }
    if (codeA !== codeB) return rank(codeA) - rank(codeB)
    a++
    b++
  }
  return left.length - a - (right.length - b)
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function endOfDigits(text: string, at: number): number {
  let end = at
  while (end < text.length && isDigit(text.charCodeAt(end))) end++
  return end
}

/** Compares numbers of any length: without leading zeros, the longer one is larger. */
function compareNumbers(left: string, a: number, endA: number, right: string, b: number, endB: number): number {
  let startA = a
  let startB = b
  while (startA < endA - 1 && left.charCodeAt(startA) === 0x30) startA++
  while (startB < endB - 1 && right.charCodeAt(startB) === 0x30) startB++
  const byLength = endA - startA - (endB - startB)
  if (byLength !== 0) return byLength
  for (let offset = 0; offset < endA - startA; offset++) {
    const difference = left.charCodeAt(startA + offset) - right.charCodeAt(startB + offset)
    if (difference !== 0) return difference
  }
  return 0
}
