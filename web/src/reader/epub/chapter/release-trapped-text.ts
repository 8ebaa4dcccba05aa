import { rulesOf } from './fit-book-styles.ts'

/** Less text than this is a caption, a box or a label, which may stay where the book puts it. */
const long = 600

/**
 * Text that a book puts into a box of one screen (`height: 100%; overflow: auto`) or takes out of the flow (`position:
 * absolute`) has no pages: all beyond the first could not be read. Such boxes become as long as their text. Columns of
 * the book's own, within those of the reader, are too narrow; with a height, they go on beside the page.
 */
export function releaseTrappedText(doc: Document) {
  const lifted = new Set<HTMLElement>()
  const bounded = new Set<HTMLElement>()
  const clipped = new Set<HTMLElement>()
  const divided = new Set<HTMLElement>()
  const collect = (style: CSSStyleDeclaration, elements: () => Iterable<HTMLElement>) => {
    const isLifted = /^(absolute|fixed)$/.test(style.position)
    const isBounded = isLength(style.height) || isLength(style.maxHeight)
    const isClipped = [style.overflowX, style.overflowY].some((value) => /^(auto|scroll|hidden|clip)$/.test(value))
    const isDivided = isLength(style.columnCount) || isLength(style.columnWidth)
    if (!isLifted && !isBounded && !isClipped && !isDivided) return
    for (const element of elements()) {
      if (isLifted) lifted.add(element)
      if (isBounded) bounded.add(element)
      if (isClipped) clipped.add(element)
      if (isDivided) divided.add(element)
    }
  }
  for (const sheet of doc.styleSheets)
    for (const { style, selectorText } of styleRulesOf(sheet)) collect(style, () => elementsOf(doc, selectorText))
  for (const element of doc.querySelectorAll<HTMLElement>('body [style]')) collect(element.style, () => [element])

  const set = (element: HTMLElement, styles: Record<string, string>) => {
    for (const [name, value] of Object.entries(styles)) element.style.setProperty(name, value, 'important')
  }
  for (const element of lifted)
    if (holdsMuch(element)) set(element, { position: 'static', width: 'auto', height: 'auto', 'max-height': 'none' })
  for (const element of clipped)
    if (bounded.has(element) && holdsMuch(element))
      set(element, { height: 'auto', 'max-height': 'none', overflow: 'visible' })
  for (const element of divided)
    if (holdsMuch(element)) set(element, { columns: 'auto', height: 'auto', 'max-height': 'none' })
}

const isLength = (value: string) =>
  value !== '' && !/^(auto|none|inherit|initial|unset|max-content|fit-content)$/.test(value)

const holdsMuch = (element: Element) =>
  element.localName !== 'body' && element.localName !== 'html' && element.textContent.length > long

/** The rules with their groups; what holds only for paper does not count. */
function* styleRulesOf(group: { readonly cssRules: Iterable<CSSRule> }): Generator<CSSStyleRule> {
  for (const rule of rulesOf(group)) {
    if ('media' in rule && /^print$/i.test(String((rule.media as MediaList).mediaText))) continue
    if ('selectorText' in rule && 'style' in rule) yield rule as CSSStyleRule
    if ('styleSheet' in rule && rule.styleSheet) yield* styleRulesOf(rule.styleSheet as CSSStyleSheet)
    if ('cssRules' in rule) yield* styleRulesOf(rule as CSSGroupingRule)
  }
}

function elementsOf(doc: Document, selector: string): Iterable<HTMLElement> {
  try {
    return doc.querySelectorAll<HTMLElement>(selector)
  } catch {
    return []
  }
}
