import type { Db } from '../../store/open.ts'
import { readPages, readPublicationStructure } from '../../store/page/read-pages.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import { findPosition, findProgress } from '../../store/progress/read.ts'
import type { Viewer } from '../../store/viewer.ts'
import { type Locator, locatorOfPosition, positionOfLocator } from './locator.ts'

export interface ReadingPosition {
  modified: number
  device: { id: string; name: string }
  locator: Locator
  page: number
  percentage: number
}

/**
 * The viewer's position as a locator: the one an app stored, unchanged, or one made from the page if the last write
 * came from an app that counts pages. Undefined: not started.
 */
export async function findReadingPosition(
  db: Db,
  viewer: Viewer,
  file: ServedBookFile,
): Promise<ReadingPosition | undefined> {
  const progress = await findProgress(db, viewer, file.id)
  if (!progress) return undefined
  const stored = await findPosition(db, viewer, file.id)
  const locator = stored?.locator ? (JSON.parse(stored.locator) as Locator) : await makeLocator(db, file, progress.page)
  if (!locator) return undefined
  return {
    modified: progress.read_at,
    device: { id: stored?.device_id ?? 'lectern', name: stored?.device ?? 'Lectern' },
    locator,
    page: progress.page,
    percentage: progress.percentage ?? 0,
  }
}

/** The pages and percentage of a locator; undefined if it points nowhere in this book. */
export async function resolveLocator(
  db: Db,
  file: ServedBookFile,
  locator: Locator,
): Promise<{ currentPage: number; progressPercentage: number } | undefined> {
  const positions = (await readPublicationStructure(db, file))?.positions ?? []
  const total = positions.length || file.pageCount
  const at = positions.length > 0 ? positionOfLocator(locator, positions) : pageOfLocator(locator, total)
  if (at === undefined || total === 0) return undefined
  const totalProgression = locator.locations?.totalProgression
  const currentPage = Math.min(Math.max(1, at), file.pageCount || at)
  return {
    currentPage,
    progressPercentage: totalProgression === undefined ? at / total : Math.min(1, Math.max(0, totalProgression)),
  }
}

/** Comics and PDF: a position is a page. */
function pageOfLocator(locator: Locator, total: number): number | undefined {
  const { position, totalProgression } = locator.locations ?? {}
  if (position !== undefined) return Math.min(total, Math.max(1, Math.round(position)))
  if (totalProgression !== undefined) return Math.min(total, Math.floor(totalProgression * total) + 1)
  return undefined
}

async function makeLocator(db: Db, file: ServedBookFile, page: number): Promise<Locator | undefined> {
  const positions = (await readPublicationStructure(db, file))?.positions ?? []
  if (positions.length > 0) return locatorOfPosition(page, positions)
  const pages = await readPages(db, file)
  const total = pages.length || file.pageCount
  if (total === 0) return undefined
  return {
    href: pages[page - 1]?.fileName ?? String(page),
    type: pages[page - 1]?.mediaType ?? 'image/jpeg',
    locations: { position: page, progression: 0, totalProgression: Math.min(1, page / total) },
  }
}
