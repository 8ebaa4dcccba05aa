/**
 * Yields lines of text, each as soon as it is complete. Only a line feed ends a line: titles and summaries may contain
 * Unicode's other separators, at which `node:readline` would split too.
 */
export async function* splitStreamIntoLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLength = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  // A cover is one long line of many chunks.
  let begun: string[] = []
  let length = 0
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield begun.join('') + text.slice(start, end)
      begun = []
      length = 0
      start = end + 1
    }
    begun.push(text.slice(start))
    length += text.length - start
    if (length > maxLength) throw new LineTooLongError()
  }
  const last = begun.join('') + decoder.decode()
  if (last) yield last
}

export class LineTooLongError extends Error {
  override readonly name = 'LineTooLongError'
  constructor() {
    super('A line is too long.')
  }
}
