/**
 * Every `&` that starts no reference becomes `&amp;`, except in CDATA and comments, where it is plain text already.
 * Walked by hand: one pattern for all of it would take quadratic time on a file full of unclosed sections.
 */
export function escapeBareAmpersands(text: string): string {
  const pieces: string[] = []
  let copied = 0
  let section = nextSection(text, 0)
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    while (section.end <= at) section = nextSection(text, section.end)
    if (section.start < at) {
      at = section.end - 1
      continue
    }
    reference.lastIndex = at
    if (reference.test(text)) continue
    pieces.push(text.slice(copied, at), '&amp;')
    copied = at + 1
  }
  return copied === 0 ? text : pieces.join('') + text.slice(copied)
}

const reference = /&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y

/** The next CDATA section or comment from `from` on; beyond the end when there is none. */
function nextSection(text: string, from: number): { start: number; end: number } {
  for (let start = text.indexOf('<!', from); start >= 0; start = text.indexOf('<!', start + 2)) {
    const close = text.startsWith('<![CDATA[', start) ? ']]>' : text.startsWith('<!--', start) ? '-->' : undefined
    if (!close) continue
    const end = text.indexOf(close, start)
    return { start, end: end < 0 ? text.length : end + close.length }
  }
  return { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }
}
