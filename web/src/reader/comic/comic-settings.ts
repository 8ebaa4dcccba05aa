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
  /** For a PDF: its text can be selected on the page. */
  selectText: boolean
  /** Goes from panel to panel instead of from page to page. */
  guided: boolean
  transition: Transition
  /** In percent: 100 leaves the image unchanged. */
  brightness: number
  contrast: number
  saturation: number
  tone: ColorEffect
  /** Removes empty margins. */
  crop: boolean
  /** Shows the two halves of a wide page one after the other. */
  split: boolean
  gapColor: GapColor
  /** Gap between two pages side by side, in pixels. */
  spreadGap: number
  /** The speed of auto-scroll: 1 to 10. */
  scrollSpeed: number
}

/** Defaults for all comics; the direction belongs to each comic. */
export type DefaultComicSettings = Partial<Omit<ComicSettings, 'direction'>>
export type SeriesComicSettings = Partial<ComicSettings>

export const comicSettingsScopes = ['book', 'series', 'device', 'account'] as const
export type ComicSettingsScope = (typeof comicSettingsScopes)[number]
/** The saved settings by scope. */
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

/**
 * Settings of the book or its series override the book's metadata, which overrides the defaults of device and account.
 */
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
 * Saves a change in the chosen scope. Narrower settings are removed, or the change would have no effect. Values from
 * the comic's metadata, and the direction, can be changed for its series at most.
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

/**
 * Height to width of a strip, several screens high: fitted to the window such a page would be unreadable, whatever its
 * metadata.
 */
const strip = 2.5

function isStrip(pages: PageShape[]): boolean {
  const tall = pages.filter(({ width, height }) => width && height && height / width > strip)
  return tall.length > pages.length / 2
}

/** Settings from a comic's own metadata and page sizes. */
export function comicSettingsFromBook(book: Pick<Book, 'readingDirection'>, pages: PageShape[]): SeriesComicSettings {
  const direction: ReadingDirection | null = isStrip(pages) ? 'webtoon' : book.readingDirection
  if (direction === 'webtoon') return { mode: 'webtoon', direction: 'ttb' }
  if (direction === 'ttb') return { mode: 'continuous', direction: 'ttb' }
  return direction ? { direction } : {}
}

/** The CSS filter for the images; undefined if they are unchanged. */
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
