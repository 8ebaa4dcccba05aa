import { escapeXml } from '../present/escape-xml.ts'

/** A plain cover with the title on it, until there is a picture. */
export function renderPlaceholderCover(title: string): string {
  const lines = wrap(title.slice(0, 90), 14).slice(0, 6)
  const text = lines.map((line, index) => `<tspan x="150" y="${190 + index * 34}">${escapeXml(line)}</tspan>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 450" width="300" height="450"><rect width="300" height="450" fill="#e7e2d8"/><rect x="14" y="14" width="272" height="422" fill="none" stroke="#6b6559" stroke-opacity=".35"/><text font-family="Georgia, serif" font-size="26" fill="#1c1a16" text-anchor="middle">${text}</text></svg>`
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.replace(/\p{Cc}/gu, ' ').split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word.slice(0, width + 4))
  }
  return lines
}
