import { findFragmentElement } from '../chapter/find-fragment-element.ts'
import { nearestTextMatch } from '../locator.ts'

/** A passage of a chapter, in one or more ways to find it. */
type PassageTarget = {
  find?: (doc: Document) => Range | undefined
  words?: string
  fragment?: string
  progression?: number
}

/** The occurrence of a text nearest to its expected position. */
export function findTextNearProgression(doc: Document, words: string, progression: number): Range | undefined {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT)
  const nodes: { node: Text; start: number }[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node: node as Text, start: text.length })
    text += (node as Text).data
  }
  const found = nearestTextMatch(text, words, progression)
  if (!found) return undefined
  const end = found.at + found.length
  const from = nodes.findLast((each) => each.start <= found.at)
  const to = nodes.findLast((each) => each.start < end)
  if (!from || !to) return undefined
  const range = doc.createRange()
  range.setStart(from.node, found.at - from.start)
  range.setEnd(to.node, end - to.start)
  return range
}

/** The passage or element of a target; undefined: only its progression is known. */
export function findTarget(
  doc: Document,
  { find, words, fragment, progression = 0 }: PassageTarget,
): Range | Element | undefined {
  return (
    find?.(doc) ||
    (words ? findTextNearProgression(doc, words, progression) : undefined) ||
    (fragment ? (findFragmentElement(doc, fragment) ?? undefined) : undefined)
  )
}

export const firstNodeOf = (found: Range | Element): Node => ('startContainer' in found ? found.startContainer : found)
