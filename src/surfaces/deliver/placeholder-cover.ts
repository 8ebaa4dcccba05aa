import { escapeXml } from '../present/escape-xml.ts'

/** A plain cover with the title on it, until there is a picture. */
export function renderPlaceholderCover(title: string): string {
  const lines = wrap(title.slice(0, 90), 14).slice(0, 6)
  const text = lines.map((line, index) => `<tspan x="150" y="${190 + index * 34}">${escapeXml(line)}</tspan>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 450" width="300" height="450"><rect width="300" height="450" fill="#e7e2d8"/><rect x="14" y="14" width="272" height="422" fill="none" stroke="#6b6559" stroke-opacity=".35"/><text font-family="Georgia, serif" font-size="26" fill="#1c1a16" text-anchor="middle">${text}</text></svg>`
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text
    .replace(/\p{Cc}/gu, ' ')
    .split(/\s+/)
    .flatMap((one) => breakWord(one, width + 4))) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + widthOf(word) < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A word that is wider than the cover goes on in the next line: file names and Japanese have no spaces. */
function breakWord(word: string, width: number): string[] {
  const parts: string[] = ['']
  for (const { segment } of graphemes.segment(word)) {
    if (widthOf(parts.at(-1)!) + widthOf(segment) > width) parts.push('')
    parts[parts.length - 1] += segment
  }
  return parts
}

/** In letters of the Latin alphabet. */
const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0)

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu
