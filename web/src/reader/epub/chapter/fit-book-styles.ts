/**
 * Adapts a book's styles, made for paper or for one screen, to any screen size: margins leave room for the text, sizes
 * in pixels or points follow the reader's text size, and lines that may not wrap do. Everything else is unchanged.
 */
export function fitBookStyles(doc: Document) {
  for (const sheet of doc.styleSheets) if (!isOurs(sheet)) fitRules(sheet)
  for (const element of doc.querySelectorAll<HTMLElement>('body [style]')) fitDeclarations(element.style)
}

const isOurs = (sheet: CSSStyleSheet) => (sheet.ownerNode as Element | null)?.hasAttribute('data-reader')

function fitRules(group: { cssRules: CSSRuleList }) {
  for (const rule of rulesOf(group)) {
    if ('style' in rule && 'selectorText' in rule) fitDeclarations(rule.style as CSSStyleDeclaration)
    if ('styleSheet' in rule && rule.styleSheet) fitRules(rule.styleSheet as CSSStyleSheet)
    if ('cssRules' in rule) fitRules(rule as CSSGroupingRule)
  }
}

/** The rules of a style sheet that is missing from the book, or cross-origin, can't be read. */
export function rulesOf(group: { readonly cssRules: Iterable<CSSRule> }): Iterable<CSSRule> {
  try {
    return group.cssRules
  } catch {
    return []
  }
}

const sides = ['left', 'right', 'inline-start', 'inline-end']
const insets = [...sides.flatMap((side) => [`margin-${side}`, `padding-${side}`]), 'text-indent']
const gaps = ['top', 'bottom', 'block-start', 'block-end'].flatMap((side) => [`margin-${side}`, `padding-${side}`])
const properties = [...insets, ...gaps, 'font-size', 'line-height', 'white-space', 'min-width']

function fitDeclarations(style: CSSStyleDeclaration) {
  for (const property of properties) {
    const fitted = fittedValue(property, style.getPropertyValue(property))
    if (fitted) style.setProperty(property, fitted, style.getPropertyPriority(property))
  }
  if (/^(left|right|inline-start|inline-end)$/.test(style.cssFloat)) {
    const fitted = fittedFloatWidth(style.width)
    if (fitted) style.setProperty('width', fitted, style.getPropertyPriority('width'))
  }
  if (style.position !== 'relative') return
  for (const property of shifts) {
    const fitted = fittedShift(style.getPropertyValue(property))
    if (fitted) style.setProperty(property, fitted, style.getPropertyPriority(property))
  }
}

/** A box that is moved sideways keeps its width: by as much as it moves, it is beyond the edge of the page. */
const shifts = ['left', 'right']

export const fittedShift = (value: string): string | undefined =>
  /^-?[\d.]+([a-z]+|%)$/i.test(value) && Number.parseFloat(value) !== 0 ? `clamp(-4%, ${value}, 4%)` : undefined

/** Beside a box that is wide for a phone, words would stand letter under letter. */
export const fittedFloatWidth = (value: string): string | undefined =>
  /^[\d.]+(px|pt|pc|in|cm|mm|q|em|rem|ex|ch|vw)$/i.test(value) && Number.parseFloat(value) > 0
    ? `min(${value}, 48%)`
    : undefined

/** Nobody can read smaller text, at the usual size, in pixels. */
const smallestText = 8
/** Enough for any title page, in rem; more would be empty screens. */
const largestGap = 20
/** Leaves a line at least about eighteen letters wide; smaller indents stay unchanged. */
const maxInset = 'max(4%, 50% - 9em)'
const inPixels: Record<string, number> = {
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
}
const named: Record<string, number> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
}

/** Of relative sizes what they may come to. */
function remOf(number: number, unit: string): number {
  if (/^r?em$/i.test(unit)) return number
  return (number * (inPixels[unit.toLowerCase()] ?? 4)) / 16
}

/** The replacement; undefined if the value works everywhere. */
export function fittedValue(property: string, value: string): string | undefined {
  if (property === 'white-space') return { nowrap: 'normal', pre: 'pre-wrap' }[value]
  const [, number, unit = ''] = /^(-?[\d.]+(?:e-?\d+)?)([a-z]+|%)$/i.exec(value) ?? []
  if (property === 'font-size' || property === 'line-height') {
    const pixels = named[value] ?? Number(number) * (inPixels[unit.toLowerCase()] ?? Number.NaN)
    const readable = property === 'font-size' ? Math.max(smallestText, pixels) : pixels
    return pixels > 0 ? `${Number((readable / 16).toFixed(4))}rem` : undefined
  }
  if (!number || Number(number) === 0) return undefined
  if (gaps.includes(property))
    return remOf(Number(number), unit) > largestGap ? `min(${value}, ${largestGap}rem)` : undefined
  if (property === 'min-width') return Number(number) > 0 ? `min(${value}, 100%)` : undefined
  if (Number(number) > 0) return `min(${value}, ${maxInset})`
  // There is little room beyond the page's edge; a negative indent may only extend over its padding.
  return property === 'text-indent' ? `max(${value}, -1 * ${maxInset})` : `max(${value}, -4%)`
}
