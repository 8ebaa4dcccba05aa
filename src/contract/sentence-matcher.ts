/**
 * Finds which of these sentences a text is, and the values of its `{name}` placeholders. The most specific one wins.
 */
export function makeSentenceMatcher(
  sentences: readonly (readonly [code: string, sentence: string])[],
): (written: string) => { code: string; params: Record<string, string> } | undefined {
  const isFilled = (sentence: string) => sentence.includes('{')
  const fixed = new Map(
    sentences.flatMap(([code, sentence]) => (isFilled(sentence) ? [] : [[sentence, code] as const])),
  )
  const filled = sentences
    .filter(([, sentence]) => isFilled(sentence))
    .sort(([, one], [, other]) => literalLength(other) - literalLength(one))
    .map(([code, sentence]) => ({ code, pattern: patternOf(sentence) }))
  return (written) => {
    const code = fixed.get(written)
    if (code) return { code, params: {} }
    for (const { code, pattern } of filled) {
      const params = pattern.exec(written)?.groups
      if (params) return { code, params: { ...params } }
    }
    return undefined
  }
}

const PLACEHOLDER = /\{(\w+)\}/

const literalLength = (sentence: string): number =>
  sentence
    .split(PLACEHOLDER)
    .filter((_, at) => at % 2 === 0)
    .join('').length

function patternOf(sentence: string): RegExp {
  const pieces = sentence.split(PLACEHOLDER)
  const source = pieces.map((piece, at) => (at % 2 ? `(?<${piece}>.+?)` : piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${source.join('')}$`, 's')
}
