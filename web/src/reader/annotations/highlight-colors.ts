import type { AnnotationColor } from '../../api/types.ts'
import type { PlainKey } from '../../messages/t.ts'

/** The order of the buttons, and of the keys 1 to 4. */
export const highlightColors: AnnotationColor[] = ['yellow', 'green', 'blue', 'pink']

export const highlightColorLabels: Record<AnnotationColor, PlainKey> = {
  yellow: 'annotations.yellow',
  green: 'annotations.green',
  blue: 'annotations.blue',
  pink: 'annotations.pink',
}

type Shades = Record<AnnotationColor, { fill: string; line: string }>

/**
 * The fill is behind the text and leaves it readable (contrast of at least 4.5:1); the line stands out against the
 * paper.
 */
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

export const highlightShadesFor = (isDark: boolean): Shades => (isDark ? onDark : onLight)

/** The names of the CSS custom highlights. */
export const highlightRegistryName = (style: string, color: string) => `lectern-${style}-${color}`
export const noteRegistryName = 'lectern-note'

/** The CSS for annotated passages inside the book's frame. */
export function highlightCssRules(isDark: boolean, ink: string, noteInk = ink): string {
  const shades = highlightShadesFor(isDark)
  const each = highlightColors.map(
    (color) => `
    ::highlight(${highlightRegistryName('highlight', color)}) { background-color: ${shades[color].fill}; color: ${ink}; }
    ::highlight(${highlightRegistryName('underline', color)}) {
      text-decoration: underline 2px ${shades[color].line};
    }`,
  )
  return `${each.join('')}
    ::highlight(${noteRegistryName}) { text-decoration: underline dotted 2px ${noteInk}; }`
}
