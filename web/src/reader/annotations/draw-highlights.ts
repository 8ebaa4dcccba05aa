import type { Annotation } from '../../api/types.ts'
import type { HighlightRange } from './find-highlights.ts'
import { highlightColors, highlightRegistryName, noteRegistryName } from './highlight-colors.ts'

/**
 * Drawn by the browser (CSS custom highlights): they follow the text through every change of size, layout and theme,
 * and the book's elements stay unchanged.
 */
export function drawHighlights(doc: Document, marks: HighlightRange[]) {
  const view = doc.defaultView as (Window & typeof globalThis) | null
  if (!view?.CSS?.highlights) return
  const registry = view.CSS.highlights
  const draw = (name: string, which: (annotation: Annotation) => boolean) => {
    const ranges = marks.filter(({ annotation }) => which(annotation)).map(({ range }) => range)
    if (ranges.length > 0) registry.set(name, new view.Highlight(...ranges))
    else registry.delete(name)
  }
  for (const style of ['highlight', 'underline'] as const)
    for (const color of highlightColors)
      draw(highlightRegistryName(style, color), (each) => each.style === style && each.color === color)
  draw(noteRegistryName, (each) => Boolean(each.note) && each.style === 'highlight')
}

/** The most recent highlight is on top. The slack makes thin lines easier to tap. */
export function highlightAtPoint(marks: HighlightRange[], x: number, y: number, slack = 3): HighlightRange | undefined {
  return marks.findLast(({ range }) =>
    [...range.getClientRects()].some(
      (box) => x >= box.left - slack && x <= box.right + slack && y >= box.top - slack && y <= box.bottom + slack,
    ),
  )
}
