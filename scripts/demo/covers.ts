/** Covers and pages that look printed, drawn by us: free of copyright, and always the same. */
const palettes = [
  ['#1d3557', '#e63946', '#f1faee'],
  ['#2b2d42', '#ef8354', '#edf2f4'],
  ['#283618', '#dda15e', '#fefae0'],
  ['#3d405b', '#e07a5f', '#f4f1de'],
  ['#0b3954', '#ff6663', '#e0ff4f'],
  ['#5f0f40', '#fb8b24', '#f6e7cb'],
  ['#132a13', '#90a955', '#ecf39e'],
  ['#22223b', '#c9ada7', '#f2e9e4'],
  ['#03071e', '#faa307', '#fff3d6'],
  ['#264653', '#e9c46a', '#fdf6e3'],
  ['#6d597a', '#eaac8b', '#fff1e6'],
  ['#f2e9de', '#bb3e03', '#1b1b1b'],
  ['#d8e2dc', '#9d8189', '#2f2f2f'],
  ['#efe6dd', '#2a6f97', '#12263a'],
] as const

const figures = [
  (n: number, figure: string, ink: string) =>
    `<circle cx="${260 + (n % 5) * 36}" cy="${500 + (n % 3) * 60}" r="${220 + (n % 4) * 24}" fill="${figure}"/>
     <path d="M0 860 Q200 ${700 + (n % 7) * 30} 400 840 T800 800 V1200 H0Z" fill="${ink}" opacity=".16"/>`,
  (n: number, figure: string, ink: string) =>
    `<path d="M0 1200 L${240 + (n % 6) * 40} ${380 + (n % 5) * 40} L800 1200Z" fill="${figure}"/>
     <path d="M200 1200 L${600 - (n % 6) * 30} 600 L920 1200Z" fill="${ink}" opacity=".22"/>
     <circle cx="${600 - (n % 6) * 30}" cy="320" r="76" fill="${ink}"/>`,
  (n: number, figure: string, ink: string) =>
    Array.from(
      { length: 7 },
      (_, i) =>
        `<rect x="${60 + i * 100}" y="${420 + ((n * 62 + i * 134) % 380)}" width="68" height="900" fill="${i % 2 ? figure : ink}" opacity="${0.35 + 0.09 * i}"/>`,
    ).join(''),
  (n: number, figure: string, ink: string) =>
    `${Array.from(
      { length: 6 },
      (_, i) =>
        `<circle cx="400" cy="720" r="${72 + i * 68}" fill="none" stroke="${i % 2 ? ink : figure}" stroke-width="${18 - i * 2}"/>`,
    ).join('')}<circle cx="${340 + (n % 5) * 36}" cy="720" r="52" fill="${figure}"/>`,
  (n: number, figure: string) =>
    `<path d="M120 1120 C 80 760 320 720 ${300 + (n % 5) * 30} 480 C 480 300 660 520 600 720 S 680 1040 700 1120Z" fill="${figure}"/>`,
]

export function coverSvg(work: number, volume: number, title: string, label: string): string {
  const [ground, figure, ink] = palettes[(work * 5 + 3) % palettes.length] ?? palettes[0]
  const lines = wrap(title, 11)
  const size = lines.length > 3 ? 72 : 84
  const text = lines.map(
    (line, i) =>
      `<text x="64" y="${150 + i * size * 1.08}" font-size="${size}" font-family="DejaVu Serif, Georgia, serif" font-weight="bold" fill="${ink}">${plain(line)}</text>`,
  )
  const drawn = figures[work % figures.length]?.(volume, figure, ink) ?? ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1200" width="800" height="1200">
    <rect width="800" height="1200" fill="${ground}"/>${drawn}${text.join('')}
    <text x="64" y="1136" font-size="44" font-family="DejaVu Sans, sans-serif" fill="${ink}" opacity=".85">${plain(label)}</text></svg>`
}

/** Panels of a comic; `wide` is a spread scanned as one. */
export function pageSvg(work: number, page: number, wide: boolean): string {
  const [ground, figure, ink] = palettes[(work * 5 + 3) % palettes.length] ?? palettes[0]
  const width = wide ? 1600 : 800
  const shades = [ground, figure, ink]
  const panels = Array.from({ length: 5 }, (_, i) => {
    const across = i === 4
    const x = 40 + (across ? 0 : i % 2) * (width / 2 - 20)
    const y = 40 + Math.floor(i / 2) * 380
    const w = across ? width - 80 : width / 2 - 60
    const shade = shades[(page + i) % 3]
    const other = shades[(page + i + 1) % 3]
    return `<g><rect x="${x}" y="${y}" width="${w}" height="360" fill="${shade}" stroke="#111" stroke-width="6"/>
      <circle cx="${x + w * (0.3 + ((page * 7 + i * 3) % 5) / 10)}" cy="${y + 200}" r="${60 + ((page + i) % 5) * 16}" fill="${other}"/>
      <path d="M${x} ${y + 300} q${w / 4} -${30 + ((page + i) % 4) * 14} ${w / 2} 0 t${w / 2} -10 v70 h-${w}z" fill="${other}" opacity=".5"/></g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 1200" width="${width}" height="1200">
    <rect width="100%" height="100%" fill="#fdfcf8"/>${panels.join('')}
    <text x="${width / 2}" y="1188" font-size="26" text-anchor="middle" font-family="DejaVu Sans" fill="#333">${page}</text></svg>`
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.slice(0, 5)
}

function plain(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}
