/** A table that is slightly too wide is scaled down; below this factor it would be unreadable. */
const smallest = 0.75
/** URLs and the like, which may break anywhere: nobody reads them word by word. */
const unbroken = /[^\s\u2e80-\u9fff\uac00-\ud7af]{30,}/
const wide = 'data-wide'
const tall = 'data-tall'
/** Short cells in the middle of a row taller than this share of the window would leave the screen blank. */
const tallest = 0.4

/** The layout in which each chapter was measured. */
const measured = new WeakMap<Document, string>()

/**
 * Fits tables and formulas wider than the page: words aren't broken into letters, and nothing is cut off. They are
 * scaled down if that is enough, and otherwise scroll separately. Cells of tall rows start at their top. `layoutVersion`
 * identifies the styles they are measured in.
 */
export function fitWideContent(doc: Document, layoutVersion: string, isPaged: boolean) {
  const view = doc.defaultView
  const body = doc.body as HTMLElement | null
  if (!body || !view) return
  const layout = `${body.clientWidth} ${isPaged ? view.innerHeight : 0} ${doc.fonts.status} ${layoutVersion}`
  if (measured.get(doc) === layout) return
  measured.set(doc, layout)
  const found = [...body.querySelectorAll<HTMLElement>('table, math')].filter(
    (each) => !each.parentElement?.closest('table, math'),
  )
  if (found.length === 0 || view.getComputedStyle(body).writingMode.startsWith('vertical')) return
  for (const each of found) reset(each)
  // All measurements come before any change, so that the text is laid out once, not once per table.
  const shares = found.map((each) => widthAround(each, view) / Math.max(1, widthOf(each)))
  // When scrolling, the chapter's own window is as high as the chapter.
  const windowHeight = view.top?.innerHeight ?? view.innerHeight
  const tallRows = found.flatMap(rowsOf).filter((row) => isTall(row, windowHeight))
  for (const row of tallRows) row.setAttribute(tall, '')
  found.forEach((each, index) => {
    const share = shares[index] ?? 1
    if (share >= 0.998) return
    if (each.localName === 'table' && share >= smallest) each.style.setProperty('zoom', String(share * 0.995))
    else {
      each.setAttribute(wide, '')
      // Makes it scrollable by arrow keys.
      each.tabIndex = 0
      if (isPaged) each.style.setProperty('max-height', `${view.innerHeight - 2}px`, 'important')
    }
  })
}

function reset(element: HTMLElement) {
  element.removeAttribute(wide)
  element.removeAttribute('tabindex')
  element.style.removeProperty('zoom')
  element.style.removeProperty('max-height')
  for (const row of rowsOf(element)) {
    row.removeAttribute(tall)
    for (const cell of row.cells) if (unbroken.test(cell.textContent)) cell.style.overflowWrap = 'anywhere'
  }
}

/** The rows of a table and of those in it, without the ones that other parts of the chapter show. */
function rowsOf(element: Element): HTMLTableRowElement[] {
  const tables = [element, ...element.querySelectorAll('table')].filter((each) => each.localName === 'table')
  return tables.flatMap((each) => [...(each as HTMLTableElement).rows])
}

/** A row across several pages has a box on each. */
function isTall(row: Element, windowHeight: number): boolean {
  const height = [...row.getClientRects()].reduce((sum, box) => sum + box.height, 0)
  return height > windowHeight * tallest
}

function widthOf(element: Element): number {
  // A table across several pages has a box on each.
  const boxes = [...element.getClientRects()].map(({ width }) => width)
  return Math.max(0, ...boxes, element.localName === 'math' ? element.scrollWidth : 0)
}

/** The available width: that of the nearest block around it. */
function widthAround(element: Element, view: Window): number {
  let box = element.parentElement
  while (box && box.clientWidth === 0 && box.parentElement) box = box.parentElement
  if (!box) return Number.POSITIVE_INFINITY
  const { paddingInlineStart, paddingInlineEnd } = view.getComputedStyle(box)
  return box.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
}

/** The bounding box of a chapter's text without parts that are scrolled out of view; undefined if nothing scrolls. */
export function visibleContentBox(doc: Document): DOMRect | undefined {
  if (!doc.querySelector(`[${wide}]`)) return undefined
  const boxes = [...doc.body.getClientRects()]
  const [left, top] = [Math.min(...boxes.map((each) => each.left)), Math.min(...boxes.map((each) => each.top))]
  const [right, bottom] = [Math.max(...boxes.map((each) => each.right)), Math.max(...boxes.map((each) => each.bottom))]
  return new DOMRect(left, top, right - left, bottom - top)
}

/** The separately scrolling table or formula that is touched or focused, if it can still scroll in this direction. */
export function findScrollableWideContent(
  target: EventTarget | null,
  across: number,
  down: number,
): Element | undefined {
  const box = (target as Element | null)?.closest?.(`[${wide}]`)
  if (!box) return undefined
  const [at, max] = [box.scrollLeft, box.scrollWidth - box.clientWidth]
  if (Math.abs(across) >= Math.abs(down)) return canMove(at, max, across) ? box : undefined
  return canMove(box.scrollTop, box.scrollHeight - box.clientHeight, down) ? box : undefined
}

export const arrowDirections: Record<string, [across: -1 | 0 | 1, down: -1 | 0 | 1]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** In right-to-left text scroll positions run from 0 to negative values. */
function canMove(at: number, max: number, by: number): boolean {
  const [low, high] = at < 0 ? [-max, 0] : [0, max]
  return by > 0 ? at < high - 1 : at > low + 1
}

export const wideContentCssRules = `
    table { max-width: 100% !important; }
    th, td { overflow-wrap: normal; white-space: normal !important; }
    :is(table[${wide}], tr[${tall}]) :is(th, td) { vertical-align: top !important; }
    table[${wide}] { display: block !important; width: fit-content !important; overflow: auto; }
    math[display="block"], math[${wide}] { display: block math; max-width: 100%; overflow: auto hidden; }
    [${wide}] { scrollbar-width: thin; break-inside: avoid; }`
