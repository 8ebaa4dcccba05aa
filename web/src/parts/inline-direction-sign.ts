/** Which way a row runs: 1 where its end is on the right, -1 where it is on the left. */
export function inlineDirectionSign(element: Element): 1 | -1 {
  return getComputedStyle(element).direction === 'rtl' ? -1 : 1
}
