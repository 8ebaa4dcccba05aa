import type { BookSections } from '../book-sections.ts'
import { type ChapterParts, divideIntoParts } from '../chapter/chapter-parts.ts'
import { groupInlineContent } from '../chapter/group-inline-content.ts'
import type { SlicedWork } from '../chapter/run-in-slices.ts'
import type { Relocation } from './renderer.ts'

/** The part of a file that is laid out, of short files all of it; the renderer's fractions are those of the part. */
export function makeShownPart(sections: BookSections) {
  let parts: ChapterParts | undefined
  let file = -1
  /** The share of the file where the part starts, and that which it takes. */
  let extent = { start: 0, size: 1 }

  return {
    *show(doc: Document, section: number): SlicedWork {
      file = sections.fileOf(section)
      yield* groupInlineContent(doc)
      parts = yield* divideIntoParts(doc, sections.mostParts(section))
      const part = sections.open(section, parts.starts)
      yield* parts.show(part)
      const start = parts.starts[part] ?? 0
      extent = { start, size: (parts.starts[part + 1] ?? 1) - start }
    },
    /** The section that a node of the file is in. */
    sectionOf: (node: Node) => sections.ofPart(file, parts?.partOf(node) ?? 0),
    /** The fraction of the part at a progression of the file. */
    fractionAt: (progression: number) => Math.min(1, Math.max(0, (progression - extent.start) / extent.size)),
    /** A position in the part as one in the file. */
    positionInFile: ({ fraction = 0, size, ...position }: Relocation): Relocation => ({
      ...position,
      fraction: extent.start + (fraction || 0) * extent.size,
      size: size && size * extent.size,
    }),
  }
}
