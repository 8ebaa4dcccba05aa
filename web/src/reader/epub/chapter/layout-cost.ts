import { textLength } from './text-length.ts'

/**
 * How long elements take to lay out, as measured on a slow machine, in microseconds: letters with few shapes are found
 * in a cache by the word, those of Chinese and Japanese one by one.
 */
const perLetter = 1
const perIdeograph = 6.5
const perElement = 30
const perCell = 60
const ideograph = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/
/** As many letters as show what a chapter is written in. */
const sampled = 1000

export type LayoutCost = (element: Element) => number

/** The cost of the elements of a chapter. */
export function layoutCostIn({ body }: Document): LayoutCost {
  const perCharacter = perLetter + (perIdeograph - perLetter) * shareOfIdeographs(body.textContent)
  const hasTables = body.querySelector('table') !== null
  const cellsIn = (element: Element) =>
    element.localName === 'tr' ? element.children.length : element.querySelectorAll('td, th').length
  return (element) =>
    perCharacter * textLength(element) +
    perElement * (1 + element.getElementsByTagName('*').length) +
    (hasTables ? perCell * cellsIn(element) : 0)
}

export function shareOfIdeographs(text: string): number {
  const every = Math.max(1, Math.floor(text.length / sampled))
  let [letters, ideographs] = [0, 0]
  for (let at = 0; at < text.length; at += every) {
    const letter = text[at] as string
    if (!/\S/.test(letter)) continue
    letters++
    if (ideograph.test(letter)) ideographs++
  }
  return ideographs / Math.max(1, letters)
}
