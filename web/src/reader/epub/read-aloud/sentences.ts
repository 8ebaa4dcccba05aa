import { rangeOfTextOffsets, readChapterText } from '../../annotations/chapter-text.ts'

export type Sentence = { text: string; range: Range }

/** The sentences of a chapter in its language. Those without words are left out. */
export function sentencesOf(doc: Document, language: string | undefined): Sentence[] {
  const chapter = readChapterText(doc)
  return splitSentences(chapter.text, language, chapter.blocks).flatMap(({ start, end }) => {
    const range = rangeOfTextOffsets(chapter, { start, end })
    return range ? [{ text: chapter.text.slice(start, end).replace(/\s+/g, ' '), range }] : []
  })
}

/** With longer text some voices stop in the middle. */
const longest = 400

/** A sentence ends with its block, but not with a line of the file: many books are wrapped at a column. */
export function splitSentences(
  text: string,
  language: string | undefined,
  blocks: readonly number[] = [0],
): { start: number; end: number }[] {
  const segmenter = segmenterFor(language)
  return blocks.flatMap((start, index) => {
    const block = text.slice(start, blocks[index + 1]).replace(/\s/g, ' ')
    return sentencesIn(block, segmenter).map((found) => ({ start: start + found.start, end: start + found.end }))
  })
}

function sentencesIn(text: string, segmenter: Intl.Segmenter): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    for (let from = 0; from < segment.length; ) {
      const end = from + longest >= segment.length ? segment.length : cutAt(segment, from)
      const part = segment.slice(from, end)
      if (/[\p{L}\p{N}]/u.test(part)) {
        const lead = part.length - part.trimStart().length
        found.push({ start: index + from + lead, end: index + from + part.trimEnd().length })
      }
      from = end
    }
  }
  return found
}

/** Cuts at a comma or similar, else at a space. */
function cutAt(text: string, from: number): number {
  const piece = text.slice(from, from + longest)
  const comma = Math.max(...[', ', '; ', ': ', '、', '，', ' – ', ' — '].map((mark) => piece.lastIndexOf(mark)))
  if (comma > longest / 3) return from + comma + 1
  const space = piece.lastIndexOf(' ')
  return from + (space > 0 ? space + 1 : longest)
}

function segmenterFor(language: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' })
  } catch {
    // The book's language tag is invalid.
    return new Intl.Segmenter(undefined, { granularity: 'sentence' })
  }
}

/** The first sentence that is still on screen. */
export function indexOfFirstVisibleSentence(sentences: Sentence[], doc: Document, visible: Range | undefined): number {
  if (!visible || visible.startContainer.ownerDocument !== doc) return 0
  const found = sentences.findIndex(({ range }) => range.compareBoundaryPoints(Range.START_TO_END, visible) > 0)
  return Math.max(0, found)
}
