export type RangeAnswer = { whole: true } | { whole: false; start: number; end: number } | 'unsatisfiable'

/**
 * What a Range header asks of a file of this size (RFC 9110 §14). One range is served; several are answered with the
 * whole file, which the RFC allows and every client understands. A header that makes no sense is ignored.
 */
export function parseRange(header: string | undefined, size: number): RangeAnswer {
  const match = header?.match(/^bytes=\s*(\d*)-(\d*)\s*$/i)
  if (!match) return { whole: true }
  const [, first, last] = match
  if (first === '' && last === '') return { whole: true }
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { whole: false, start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size) return 'unsatisfiable'
  return end < start ? { whole: true } : { whole: false, start, end }
}
