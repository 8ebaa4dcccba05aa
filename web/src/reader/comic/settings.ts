import type { Book, ReadingDirection } from '../../api/shapes.ts'
import type { Fit } from '../fit.ts'

export const modes = ['single', 'double', 'continuous', 'webtoon'] as const
export type Mode = (typeof modes)[number]
export const directions = ['ltr', 'rtl', 'ttb'] as const
export type Direction = (typeof directions)[number]
export const backgrounds = ['black', 'grey', 'paper'] as const
export type Background = (typeof backgrounds)[number]

export type ComicSettings = {
  mode: Mode
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
export type UsualSettings = Partial<Omit<ComicSettings, 'direction'>>
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

/** The series' own settings win over the person's usual ones, and those over what the book says of itself. */
export function settingsFor(
  book: Pick<Book, 'readingDirection'>,
  usual: UsualSettings,
  series: SeriesSettings,
): ComicSettings {
  return { ...first, ...usual, ...fromBook(book.readingDirection), ...series }
}

function fromBook(direction: ReadingDirection | null): SeriesSettings {
  if (direction === 'webtoon') return { mode: 'webtoon', direction: 'ttb' }
  if (direction === 'ttb') return { mode: 'continuous', direction: 'ttb' }
  return direction ? { direction } : {}
}

export function isScrolled(mode: Mode): boolean {
  return mode === 'continuous' || mode === 'webtoon'
}
