import { nearestMatch } from './locator.ts'

/** The passage with these words, the one nearest to where it should be. */
export function findText(doc: Document, words: string, progression: number): Range | undefined {
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT)
  const nodes: { node: Text; start: number }[] = []
  let text = ''
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node: node as Text, start: text.length })
    text += (node as Text).data
  }
  const at = nearestMatch(text, words, progression)
  if (at < 0) return undefined
  const range = doc.createRange()
  const from = nodes.findLast((each) => each.start <= at)
  const to = nodes.findLast((each) => each.start < at + words.length)
  if (!from || !to) return undefined
  range.setStart(from.node, at - from.start)
  range.setEnd(to.node, at + words.length - to.start)
  return range
}
