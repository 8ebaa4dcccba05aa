import { rulesOf } from './fit-book-styles.ts'

/** The share of the text that decides for the chapter. */
const most = 0.9
/** More elements needn't be measured to know. */
const enough = 50

/**
 * Some books set their text vertically in boxes within a horizontal body: in pages made of horizontal columns it would
 * go on far beyond the edge. If most of the text is set so, all of the chapter is.
 */
export function applyMainWritingMode(doc: Document) {
  const mode = askWritingModes(doc, (modeOf) =>
    modeOf(doc.body) === 'horizontal-tb' ? commonMode(doc.body, modeOf) : 'horizontal-tb',
  )
  if (mode && mode !== 'horizontal-tb') doc.body.style.setProperty('writing-mode', mode, 'important')
}

/** Whether the pages of a chapter that is being loaded will be vertical. */
export function isSetVertically(doc: Document): boolean {
  return askWritingModes(doc, (modeOf) => modeOf(doc.body))?.startsWith('vertical') ?? false
}

type WritingModeOf = (element: Element) => string

/** In a frame that isn't displayed nothing has a style. Undefined: all of the text is horizontal. */
function askWritingModes(doc: Document, ask: (modeOf: WritingModeOf) => string): string | undefined {
  const view = doc.defaultView
  const frame = view?.frameElement as HTMLElement | null | undefined
  if (!view || !frame || !hasVerticalStyles(doc)) return undefined
  const { display } = frame.style
  frame.style.display = 'block'
  const answer = ask((element) => view.getComputedStyle(element).writingMode)
  frame.style.display = display
  return answer
}

/** Most chapters have none: finding the style of their elements would take long. */
function hasVerticalStyles(doc: Document): boolean {
  if (doc.querySelector('[style*="writing-mode"]')) return true
  return [...doc.styleSheets].some((sheet) =>
    [...rulesOf(sheet)].some(({ cssText }) => /writing-mode:\s*(vertical|sideways)/.test(cssText)),
  )
}

/** The writing mode of most of the text, at the level where it is divided among several elements. */
function commonMode(parent: Element, modeOf: WritingModeOf): string {
  const boxes = [...parent.children].slice(0, enough).map((element) => ({
    element,
    length: element.textContent.trim().length,
  }))
  const total = boxes.reduce((sum, { length }) => sum + length, 0)
  const single = boxes.find(({ length }) => length > total * most)
  if (single && modeOf(single.element) === 'horizontal-tb') return commonMode(single.element, modeOf)
  const mode = single ? modeOf(single.element) : modeOf(boxes[0]?.element ?? parent)
  const ofMode = boxes.filter(({ element }) => modeOf(element) === mode).reduce((sum, { length }) => sum + length, 0)
  return ofMode > total * most ? mode : 'horizontal-tb'
}
