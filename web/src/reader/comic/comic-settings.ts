import type { Book, ReadingDirection } from '../../api/types.ts'
import type { PageFit } from '../page-fit.ts'
import type { PageShape } from '../spreads.ts'

export const comicModes = ['single', 'double', 'continuous', 'webtoon'] as const
export type ComicMode = (typeof comicModes)[number]
export const comicDirections = ['ltr', 'rtl', 'ttb'] as const
export type ComicDirection = (typeof comicDirections)[number]
export const backgrounds = ['black', 'grey', 'paper', 'edge'] as const
export type Background = (typeof backgrounds)[number]
export const transitions = ['none', 'slide', 'fade'] as const
export type Transition = (typeof transitions)[number]
export const colorEffects = ['none', 'sepia', 'greyscale', 'invert'] as const
export type ColorEffect = (typeof colorEffects)[number]
export const gapColors = ['background', 'black', 'white'] as const
export type GapColor = (typeof gapColors)[number]

export type ComicSettings = {
  mode: ComicMode
  direction: ComicDirection
  fit: PageFit
  background: Background
  coverAlone: boolean
  showZones: boolean
  gap: number
  sidePadding: number
  /** Of a PDF: its words can be selected on the page. */
  selectText: boolean
  /** From panel to panel instead of from page to page. */
  guided: boolean
  transition: Transition
  /** Percent: 100 leaves the picture as it is. */
  brightness: number
  contrast: number
  saturation: number
  tone: ColorEffect
  /** Without the empty margins. */
  crop: boolean
  /** One half of a wide page after the other. */
  split: boolean
  gapColor: GapColor
  /** Between two pages side by side, in pixels. */
  spreadGap: number
  /** Of columns that scroll by themselves: 1 to 10. */
  scrollSpeed: number
}

/** What holds for all comics; the direction belongs to each of them. */
export type DefaultComicSettings = Partial<Omit<ComicSettings, 'direction'>>
export type SeriesComicSettings = Partial<ComicSettings>

export const comicSettingsScopes = ['book', 'series', 'device', 'account'] as const
export type ComicSettingsScope = (typeof comicSettingsScopes)[number]
/** What a person set, by what it holds for. */
export interface SavedComicSettings {
  account: DefaultComicSettings
  device: DefaultComicSettings
  series: SeriesComicSettings
  book: SeriesComicSettings
}

const first: ComicSettings = {
  mode: 'single',
  direction: 'ltr',
  fit: 'screen',
  background: 'black',
  coverAlone: true,
  showZones: false,
  gap: 12,
  sidePadding: 20,
  selectText: false,
  guided: false,
  transition: 'none',
  brightness: 100,
  contrast: 100,
  saturation: 100,
  tone: 'none',
  crop: false,
  split: false,
  gapColor: 'background',
  spreadGap: 0,
  scrollSpeed: 4,
}

/** What was set for the book or its series wins over what the book says of itself, and that over what holds everywhere. */
export function comicSettingsFor(
  book: Pick<Book, 'readingDirection'>,
  saved: Partial<SavedComicSettings>,
  pages: PageShape[] = [],
): ComicSettings {
  return {
    ...first,
    ...saved.account,
    ...saved.device,
    ...comicSettingsFromBook(book, pages),
    ...saved.series,
    ...saved.book,
  }
}

/**
 * Saves a change where the person wants it to hold. Narrower settings give way, or nothing would be seen of it. What the
 * comic says of itself can be changed for its series at most, and so can the direction.
 */
export function changeComicSettings(
  saved: SavedComicSettings,
  part: Partial<ComicSettings>,
  scope: ComicSettingsScope,
  said: SeriesComicSettings,
): SavedComicSettings {
  const next = { ...saved }
  for (const key of Object.keys(part) as (keyof ComicSettings)[]) {
    const isOfComic = key === 'direction' || key in said
    const holdsFor = isOfComic && (scope === 'device' || scope === 'account') ? 'series' : scope
    for (const narrower of comicSettingsScopes.slice(0, comicSettingsScopes.indexOf(holdsFor))) {
      const { [key]: dropped, ...rest } = next[narrower] as SeriesComicSettings
      if (dropped !== undefined) next[narrower] = rest
    }
    next[holdsFor] = { ...next[holdsFor], [key]: part[key] }
  }
  return next
}

/** Several screens high: whoever fitted such a page to the window could not read it, whatever its file says. */
const strip = 2.5

function isStrip(pages: PageShape[]): boolean {
  const tall = pages.filter(({ width, height }) => width && height && height / width > strip)
  return tall.length > pages.length / 2
}

/** What a comic says of itself. */
export function comicSettingsFromBook(book: Pick<Book, 'readingDirection'>, pages: PageShape[]): SeriesComicSettings {
  const direction: ReadingDirection | null = isStrip(pages) ? 'webtoon' : book.readingDirection
  if (direction === 'webtoon') return { mode: 'webtoon', direction: 'ttb' }
  if (direction === 'ttb') return { mode: 'continuous', direction: 'ttb' }
  return direction ? { direction } : {}
}

/** What CSS does to the pictures; undefined where they stay as they are. */
export function cssImageFilter({
  brightness,
  contrast,
  saturation,
  tone,
}: Pick<ComicSettings, 'brightness' | 'contrast' | 'saturation' | 'tone'>): string | undefined {
  const steps = [
    brightness !== 100 && `brightness(${brightness}%)`,
    contrast !== 100 && `contrast(${contrast}%)`,
    saturation !== 100 && `saturate(${saturation}%)`,
    tone === 'sepia' && 'sepia(70%)',
    tone === 'greyscale' && 'grayscale(100%)',
    tone === 'invert' && 'invert(100%)',
  ]
  return steps.filter(Boolean).join(' ') || undefined
}

export function isScrolledMode(mode: ComicMode): boolean {
  return mode === 'continuous' || mode === 'webtoon'
}
