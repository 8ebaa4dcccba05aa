/** A small SVG of our own, readable on white and on black. */
export interface Drawing {
  width: number
  height: number
  title: string
  body: string
}

export function svg({ width, height, title, body }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
  text { font: 13px system-ui, sans-serif; fill: #24292f }
  .quiet { fill: #57606a; font-size: 12px }
  .head { font-size: 15px; font-weight: 600 }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  .mark { stroke: #24292f; stroke-width: 2 }
  .bar { fill: #2f6feb }
  .short { fill: #b35900 }
  ${COLORS.map(([light], index) => `.line${index} { stroke: ${light}; fill: none; stroke-width: 2.5 } .dot${index} { fill: ${light} }`).join('\n  ')}
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .quiet { fill: #9198a1 } .grid { stroke: #3d444d } .mark { stroke: #e6edf3 }
    .bar { fill: #4c8dff } .short { fill: #f0883e }
    ${COLORS.map(([, dark], index) => `.line${index} { stroke: ${dark} } .dot${index} { fill: ${dark} }`).join('\n    ')}
  }
</style>
${body}
</svg>
`
}

/** On white and on black; distinguishable without seeing red and green. */
const COLORS = [
  ['#0550ae', '#79c0ff'],
  ['#b35900', '#f0883e'],
  ['#6639ba', '#d2a8ff'],
  ['#116329', '#56d364'],
  ['#a40e26', '#ff7b72'],
  ['#57606a', '#9198a1'],
] as const

export const text = (x: number, y: number, words: string, more = ''): string =>
  `<text x="${round(x)}" y="${round(y)}" ${more}>${escaped(words)}</text>`

export const line = (x1: number, y1: number, x2: number, y2: number, name: string): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${name}"/>`

export const round = (value: number): number => Math.round(value * 10) / 10

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
