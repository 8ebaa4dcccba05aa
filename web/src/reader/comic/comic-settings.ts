import type { Book, ReadingDirection } from '../../api/types.ts'
import type { Fit } from '../page-fit.ts'
import type { PageShape } from '../spreads.ts'

export const comicModes = ['single', 'double', 'continuous', 'webtoon'] as const
export type ComicMode = (typeof comicModes)[number]
export const directions = ['ltr', 'rtl', 'ttb'] as const
export type Direction = (typeof directions)[number]
export const backgrounds = ['black', 'grey', 'paper'] as const
export type Background = (typeof backgrounds)[number]

export type ComicSettings = {
  mode: ComicMode
  direction: Direction
  fit: Fit
  background: Background
  coverAlone: boolean
  showZones: boolean
  gap: number
  sidePadding: number
  /** Of a PDF: its words can be selected on the page. */
  selectText: boolean
}

/** What holds everywhere; each series may differ. */
export type DefaultComicSettings = Partial<Omit<ComicSettings, 'direction'>>
export type SeriesSettings = Partial<ComicSettings>

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
}

/** The series' own settings win over what the book says of itself, and that over the person's usual ones. */
export function comicSettingsFor(
  book: Pick<Book, 'readingDirection'>,
  usual: DefaultComicSettings,
  series: SeriesSettings,
  pages: PageShape[] = [],
): ComicSettings {
  const direction = isStrip(pages) ? 'webtoon' : book.readingDirection
  return { ...first, ...usual, ...fromBook(direction), ...series }
}

/** Several screens high: whoever fitted such a page to the window could not read it, whatever its file says. */
const strip = 2.5

function isStrip(pages: PageShape[]): boolean {
  const tall = pages.filter(({ width, height }) => width && height && height / width > strip)
  return tall.length > pages.length / 2
}

function fromBook(direction: ReadingDirection | null): SeriesSettings {
  if (direction === 'webtoon') return { mode: 'webtoon', direction: 'ttb' }
  if (direction === 'ttb') return { mode: 'continuous', direction: 'ttb' }
  return direction ? { direction } : {}
}

export function isScrolled(mode: ComicMode): boolean {
  return mode === 'continuous' || mode === 'webtoon'
}
