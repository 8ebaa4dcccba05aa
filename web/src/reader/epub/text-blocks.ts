const whole = 'table, ruby, svg, math, pre, figure'

type TextBlock = { element: Element; length: number }

/** The blocks of an element in order; those with more characters than `longest` as the blocks they consist of. */
export function* textBlocks(
  parent: Element,
  longest: number,
  isLeftOut: (element: Element) => boolean = () => false,
): Generator<TextBlock> {
  for (const element of parent.children) {
    if (isLeftOut(element)) continue
    const { length } = element.textContent
    if (length > longest && consistsOfElements(element) && !element.matches(whole))
      yield* textBlocks(element, longest, isLeftOut)
    else yield { element, length }
  }
}

/** Whether all of its text is in elements within. */
export const consistsOfElements = ({ children, childNodes }: Element): boolean =>
  children.length > 0 &&
  [...childNodes].every((each) => each.nodeType !== Node.TEXT_NODE || !/\S/.test((each as Text).data))
