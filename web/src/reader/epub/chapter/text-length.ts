const known = new WeakMap<Element, number>()

/** The number of characters in an element, counted once: the text of a book doesn't change. */
export function textLength(element: Element): number {
  const length = known.get(element) ?? element.textContent.length
  known.set(element, length)
  return length
}
