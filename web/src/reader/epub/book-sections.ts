import { countLeading } from '../count-leading.ts'
import type { Publication } from './publication.ts'

/** A file may be divided into parts of this size, of which each is laid out at once; most parts are larger. */
const leastBytesPerPart = 15_000
/** Shorter files are laid out as a whole. */
const longFile = 80_000

type Files = { order: readonly { size?: number }[]; asides: readonly { size?: number }[] }
export type BookSections = ReturnType<typeof makeSections>

/**
 * A section is what is laid out at once: a file of the book, or a part of a long one. All have numbers, those of files
 * outside the reading order the last ones. A file is only divided once it is open, and may have fewer parts than its
 * size suggests: the numbers left over are skipped.
 */
export function makeSections({ order, asides }: Files | Publication) {
  const sections = [...order, ...asides].flatMap(({ size }, index) => {
    const slots = (size ?? 0) < longFile ? 1 : Math.round((size ?? 0) / leastBytesPerPart)
    return Array.from({ length: slots }, (_, slot) => ({ index, slot, slots }))
  })
  const firstOfFile = new Map<number, number>()
  sections.forEach(({ index, slot }, at) => {
    if (slot === 0) firstOfFile.set(index, at)
  })
  /** The parts of files that were opened: the number of the first, and the share of the text before each. */
  const opened = new Map<number, { first: number; starts: number[] }>()
  const at = (section: number) => sections[section] ?? { index: -1, slot: 0, slots: 1 }
  const isInOrder = (section: number) => at(section).index < order.length

  /** Whether one comes to a section by turning pages. */
  function follows(from: number, section: number): boolean {
    const { index } = at(section)
    const parts = opened.get(index)
    if (parts && (section < parts.first || section >= parts.first + parts.starts.length)) return false
    return index === at(from).index || (isInOrder(from) && isInOrder(section))
  }

  return {
    count: sections.length,
    fileOf: (section: number) => at(section).index,
    isInOrder,
    follows,
    /** The most parts that its file has. */
    mostParts: (section: number) => at(section).slots,
    /** The next or previous section. */
    neighbor(section: number, by: 1 | -1): number | undefined {
      for (let next = section + by; sections[next]; next += by) if (follows(section, next)) return next
      return undefined
    },
    /** Must be called when a file is opened, with where its parts start. Returns the part that this section is. */
    open(section: number, starts: number[]): number {
      const { index, slot, slots } = at(section)
      let parts = opened.get(index)
      if (!parts) {
        const part = slots > 1 ? Math.round((slot * (starts.length - 1)) / (slots - 1)) : 0
        parts = { first: section - part, starts }
        opened.set(index, parts)
      }
      return Math.min(starts.length - 1, Math.max(0, section - parts.first))
    },
    ofPart(index: number, part: number): number {
      return (opened.get(index)?.first ?? firstOfFile.get(index) ?? 0) + part
    },
    /** The section at a share of a file. */
    ofProgression(index: number, progression: number): number {
      const parts = opened.get(index)
      if (parts) return parts.first + Math.max(0, countLeading(parts.starts, (start) => start <= progression) - 1)
      const first = firstOfFile.get(index) ?? 0
      const { slots } = at(first)
      return first + Math.max(0, Math.min(slots - 1, Math.floor(progression * slots)))
    },
  }
}
