import { markRules } from '../annotations/mark-colors.ts'
import { searchRules } from './search-marks.ts'

export const epubThemes = ['paper', 'sepia', 'lamp', 'black'] as const
export type EpubTheme = (typeof epubThemes)[number]
export const epubFonts = ['publisher', 'serif', 'sans', 'dyslexic'] as const
export type EpubFont = (typeof epubFonts)[number]

export type EpubSettings = {
  theme: EpubTheme
  font: EpubFont
  /** Percent of the book's own size. */
  size: number
  lineHeight: number
  /** Percent of the width. */
  margins: number
  columns: 'auto' | 'one' | 'two'
  flow: 'paginated' | 'scrolled'
  justify: boolean
}

export const defaultEpubSettings: EpubSettings = {
  theme: 'paper',
  font: 'serif',
  size: 100,
  lineHeight: 1.6,
  margins: 7,
  columns: 'auto',
  flow: 'paginated',
  justify: true,
}

export const themeColours: Record<EpubTheme, { paper: string; ink: string; link: string }> = {
  paper: { paper: '#fbf9f4', ink: '#1f1c17', link: '#8c351c' },
  sepia: { paper: '#f3e8d2', ink: '#43341f', link: '#8a4a16' },
  lamp: { paper: '#191712', ink: '#d9d2c3', link: '#f0a37f' },
  black: { paper: '#000000', ink: '#bdb6a8', link: '#e08a63' },
}

const families: Record<EpubFont, string | undefined> = {
  publisher: undefined,
  serif: '"Literata Variable", "Hiragino Mincho ProN", "Noto Serif CJK JP", "Yu Mincho", Georgia, serif',
  sans: '"Inter Variable", "Hiragino Sans", "Noto Sans CJK JP", system-ui, sans-serif',
  dyslexic: 'OpenDyslexic, sans-serif',
}

export const isDark = (theme: EpubTheme): boolean => theme === 'lamp' || theme === 'black'

/** The reader's own rules, laid over the book's: before it as defaults, after it where the person's wish must win. */
export function epubStylesFor(settings: EpubSettings, fontFaces: string): [before: string, after: string] {
  const { paper, ink, link } = themeColours[settings.theme]
  const family = families[settings.font]
  const before = `
    ${fontFaces}
    html { line-height: ${settings.lineHeight}; }
    p { ${settings.justify ? 'text-align: justify; hyphens: auto;' : ''} }`
  const after = `
    html {
      --theme-bg-color: ${paper};
      background: ${paper} !important;
      color: ${ink} !important;
      font-size: ${settings.size}% !important;
      color-scheme: ${isDark(settings.theme) ? 'dark' : 'light'};
    }
    body { background: transparent !important; color: inherit !important; }
    body *:not(img, svg, svg *, video, canvas) {
      color: inherit !important;
      background-color: transparent !important;
      border-color: currentcolor !important;
    }
    body a:link, body a:link * { color: ${link} !important; text-decoration-thickness: from-font; }
    p, li, blockquote, dd { line-height: ${settings.lineHeight} !important; orphans: 2; widows: 2; }
    ${family ? `body, body *:not(pre, code, pre *, code *, [class*="icon"]) { font-family: ${family} !important; }` : ''}
    ${settings.justify ? '' : 'p, li, blockquote, dd { text-align: start !important; hyphens: none !important; }'}
    pre { white-space: pre-wrap !important; }
    table { max-width: 100% !important; }
    th, td { overflow-wrap: anywhere; }
    th, td, :is(th, td) :is(p, li, dd) { text-align: start; hyphens: auto; }
    ::selection { background: color-mix(in oklab, ${link} 30%, transparent); }
    ${markRules(isDark(settings.theme), ink)}
    ${searchRules(isDark(settings.theme))}`
  return [before, after]
}
