import type { PdfTextRun } from '../../../../src/contract/pdf.ts'
import type { RelativeBox } from './pdf-layout.ts'

/** The boxes of a span of the page's text: one for each run. */
export function boxesOfText(runs: PdfTextRun[], start: number, end: number): RelativeBox[] {
  const boxes: RelativeBox[] = []
  for (const run of runs) {
    const from = Math.max(0, start - run.start)
    const to = Math.min(run.text.length, end - run.start)
    const [first, last] = [run.edges[from], run.edges[to]]
    if (to <= from || first === undefined || last === undefined) continue
    const [low, high] = [Math.min(first, last), Math.max(first, last)]
    const isAcross = run.direction === 'right' || run.direction === 'left'
    boxes.push(
      isAcross
        ? { x: low, y: run.y, width: high - low, height: run.height }
        : { x: run.x, y: low, width: run.width, height: high - low },
    )
  }
  return boxes
}

/** Whether a line runs to the left because its page is upside down, not because of its script. */
export const isUpsideDownText = ({ direction, text }: Pick<PdfTextRun, 'direction' | 'text'>): boolean =>
  direction === 'left' &&
  !/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(text)

/** Converts a position in the text layer to an offset in the page's text. */
export function textOffsetInLayer(layer: Element, node: Node, offset: number): number | undefined {
  const run = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-start]')
  if (run && layer.contains(run)) {
    const start = Number(run.dataset.start)
    const length = run.textContent?.length ?? 0
    return start + (node instanceof Element ? (offset > 0 ? length : 0) : Math.min(offset, length))
  }
  // Between two runs: the selection extends to the previous run.
  const runs = [...layer.querySelectorAll<HTMLElement>('[data-start]')]
  const range = document.createRange()
  range.setStart(layer, 0)
  range.setEnd(node, offset)
  const before = runs.findLast((each) => range.comparePoint(each, 0) === 0)
  return before ? Number(before.dataset.start) + (before.textContent?.length ?? 0) : 0
}

export type PageTextSpan = { page: number; start: number; end: number }

/** The parts of a selection by page. */
export function textSpansOfRange(range: Range): PageTextSpan[] {
  const found: PageTextSpan[] = []
  for (const layer of document.querySelectorAll<HTMLElement>('[data-text-of]')) {
    if (!range.intersectsNode(layer)) continue
    const startsHere = layer.contains(range.startContainer)
    const endsHere = layer.contains(range.endContainer)
    const start = startsHere ? textOffsetInLayer(layer, range.startContainer, range.startOffset) : 0
    const end = endsHere
      ? textOffsetInLayer(layer, range.endContainer, range.endOffset)
      : Number(layer.dataset.length ?? Number.POSITIVE_INFINITY)
    if (start !== undefined && end !== undefined && end > start)
      found.push({ page: Number(layer.dataset.textOf), start, end })
  }
  return found
}

/** The DOM range of a span, if its page is on screen. */
export function rangeOfTextSpan({ page, start, end }: PageTextSpan): Range | undefined {
  const layer = document.querySelector(`[data-text-of="${page}"]`)
  const runs = [...(layer?.querySelectorAll<HTMLElement>('[data-start]') ?? [])]
  const at = (run: HTMLElement) => Number(run.dataset.start)
  const first = runs.findLast((run) => at(run) <= start)
  const last = runs.findLast((run) => at(run) < end)
  if (!first?.firstChild || !last?.firstChild) return undefined
  const range = document.createRange()
  range.setStart(first.firstChild, Math.min(start - at(first), first.textContent?.length ?? 0))
  range.setEnd(last.firstChild, Math.min(end - at(last), last.textContent?.length ?? 0))
  return range
}
