export const epubThemes = ['paper', 'white', 'sepia', 'sage', 'mist', 'dusk', 'lamp', 'black', 'custom'] as const
export type EpubTheme = (typeof epubThemes)[number]
export const epubFonts = ['publisher', 'serif', 'sans', 'dyslexic'] as const
export const epubFlows = ['paginated', 'scrolled'] as const
export const epubColumns = ['auto', 'one', 'two'] as const
type BundledFont = (typeof epubFonts)[number]
/** A bundled font, or the family of an uploaded one. */
export type EpubFont = BundledFont | `own:${string}`

export type EpubSettings = {
  theme: EpubTheme
  /** Colours of the custom theme, as #rrggbb. */
  customPaper: string
  customInk: string
  font: EpubFont
  /** In percent of the book's own size. */
  size: number
  /** 400 leaves the book's weights unchanged. */
  weight: number
  lineHeight: number
  /** In ems; 0 is the font's own spacing. */
  letterSpacing: number
  wordSpacing: number
  /** In ems; null keeps the book's value. */
  paragraphIndent: number | null
  paragraphSpacing: number | null
  /** In percent of the width. */
  margins: number
  columns: (typeof epubColumns)[number]
  flow: (typeof epubFlows)[number]
  justify: boolean
  hyphens: boolean
  publisherStyles: boolean
}

export const defaultEpubSettings: EpubSettings = {
  theme: 'paper',
  customPaper: '#fdf6e3',
  customInk: '#073642',
  font: 'serif',
  size: 100,
  weight: 400,
  lineHeight: 1.6,
  letterSpacing: 0,
  wordSpacing: 0,
  paragraphIndent: null,
  paragraphSpacing: null,
  margins: 7,
  columns: 'auto',
  flow: 'paginated',
  justify: true,
  hyphens: true,
  publisherStyles: true,
}

export type EpubThemeColors = { paper: string; ink: string; link: string }

export const epubThemeColors: Record<Exclude<EpubTheme, 'custom'>, EpubThemeColors> = {
  paper: { paper: '#fbf9f4', ink: '#1f1c17', link: '#8c351c' },
  white: { paper: '#ffffff', ink: '#111111', link: '#0b57a4' },
  sepia: { paper: '#f3e8d2', ink: '#43341f', link: '#8a4a16' },
  sage: { paper: '#e2ead9', ink: '#22301f', link: '#2c5c2a' },
  mist: { paper: '#d9dde2', ink: '#20252b', link: '#1f4e79' },
  dusk: { paper: '#1b2333', ink: '#d5dbe6', link: '#8fb8ea' },
  lamp: { paper: '#191712', ink: '#d9d2c3', link: '#f0a37f' },
  black: { paper: '#000000', ink: '#bdb6a8', link: '#e08a63' },
}

type Themed = Pick<EpubSettings, 'theme' | 'customPaper' | 'customInk'>

export function epubColorsFor({ theme, customPaper, customInk }: Themed): EpubThemeColors {
  // The stored value may be any text, for instance a theme of another version.
  if (theme !== 'custom') return epubThemeColors[theme] ?? epubThemeColors.paper
  const paper = isColour(customPaper) ? customPaper : defaultEpubSettings.customPaper
  const ink = isColour(customInk) ? customInk : defaultEpubSettings.customInk
  return { paper, ink, link: ink }
}

/** The stored value may be any text, too. */
const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export const isDarkEpubTheme = (settings: Themed): boolean => luminanceOf(epubColorsFor(settings).paper) < 0.2

function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The contrast ratio of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [high = 0, low = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}
