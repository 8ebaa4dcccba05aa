/** 1 if the row ends on the right, -1 if on the left. */
export function inlineDirectionSign(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1
}
