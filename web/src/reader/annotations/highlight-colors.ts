import type { AnnotationColor } from '../../api/types.ts'
import type { PlainKey } from '../../messages/t.ts'

/** The order of the buttons, and of the keys 1 to 4. */
export const markColors: AnnotationColor[] = ['yellow', 'green', 'blue', 'pink']

export const colorNames: Record<AnnotationColor, PlainKey> = {
  yellow: 'annotations.yellow',
  green: 'annotations.green',
  blue: 'annotations.blue',
  pink: 'annotations.pink',
}

type Shades = Record<AnnotationColor, { fill: string; line: string }>

/** The fill lies under the text and leaves it readable (4.5 to 1 and more); the line stands out against the paper. */
const onLight: Shades = {
  yellow: { fill: '#ffe27a', line: '#a67c00' },
  green: { fill: '#bfe8a8', line: '#2e7d32' },
  blue: { fill: '#b5dcf7', line: '#1769aa' },
  pink: { fill: '#f9c3d4', line: '#b0305c' },
}
const onDark: Shades = {
  yellow: { fill: '#4d3e00', line: '#f0c94a' },
  green: { fill: '#1f4826', line: '#7ccf80' },
  blue: { fill: '#1b4060', line: '#6bb5f0' },
  pink: { fill: '#5f2340', line: '#f283ab' },
}

export const shadesFor = (isDark: boolean): Shades => (isDark ? onDark : onLight)

/** The names under which passages are given to the browser to draw. */
export const markName = (style: string, color: string) => `lectern-${style}-${color}`
export const noteName = 'lectern-note'

/** How marked passages look inside the book's frame. */
export function markRules(isDark: boolean, ink: string, noteInk = ink): string {
  const shades = shadesFor(isDark)
  const each = markColors.map(
    (color) => `
    ::highlight(${markName('highlight', color)}) { background-color: ${shades[color].fill}; color: ${ink}; }
    ::highlight(${markName('underline', color)}) {
      text-decoration: underline 2px ${shades[color].line};
    }`,
  )
  return `${each.join('')}
    ::highlight(${noteName}) { text-decoration: underline dotted 2px ${noteInk}; }`
}
