import { textLength } from './text-length.ts'

/** The cells of a row stand side by side; a row with a single cell is a box around text. */
const whole = 'ruby, svg, math, figure, tr:has(> :nth-child(2))'
/** They belong to all rows of a table. */
export const belongsToWholeTable = (element: Element): boolean => element.matches('colgroup, thead')

type TextBlock = { element: Element; length: number }

/** The blocks of an element in order; those with more characters than `longest` as the blocks they consist of. */
export function* textBlocks(
  parent: Element,
  longest: number,
  isLeftOut: (element: Element) => boolean = () => false,
): Generator<TextBlock> {
  for (const element of parent.children) {
    if (isLeftOut(element) || belongsToWholeTable(element)) continue
    const length = textLength(element)
    if (length > longest && consistsOfElements(element) && !element.matches(whole))
      yield* textBlocks(element, longest, isLeftOut)
    else yield { element, length }
  }
}

/** Whether all of its text is in elements within. The browser answers much faster than a loop over thousands of nodes. */
export const consistsOfElements = (element: Element): boolean =>
  element.firstElementChild !== null &&
  !element.ownerDocument.evaluate(ownText, element, null, XPathResult.BOOLEAN_TYPE).booleanValue

const ownText = "boolean(text()[normalize-space(translate(., '\u00a0', ' '))])"
