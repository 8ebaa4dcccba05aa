import { locatorOfPosition } from '../../catalog/progress/locator.ts'
import { type ReadingPosition, resolveLocator } from '../../catalog/progress/reading-position.ts'
import type { ProgressWrite } from '../../catalog/progress/save-progress.ts'
import { findPathOfHref } from '../../formats/epub/href.ts'
import { readPublicationStructure } from '../../store/page/read-pages.ts'
import type { ServedBookFile } from '../../store/page/served-book-file.ts'
import type { AppContext } from '../app-context.ts'

export interface KoreaderProgressUpdate {
  /** A page number, or a pointer into the text. */
  progress: string
  percentage: number
  device: string
  deviceId: string
}

/**
 * Converts KOReader's progress to ours. Books with pages count them; in text it is a pointer, which is stored
 * unchanged.
 */
export async function progressFromKoreader(
  context: AppContext,
  file: ServedBookFile,
  update: KoreaderProgressUpdate,
): Promise<ProgressWrite> {
  const { progress, percentage, device, deviceId } = update
  const position = { pointer: progress, device, device_id: deviceId }
  const total = file.pageCount
  if (/^\d+$/.test(progress) && total > 0) {
    const currentPage = Math.min(total, Math.max(1, Number(progress)))
    return { currentPage, progressPercentage: percentage, position }
  }
  const locator = await findLocator(context, file, progress)
  const resolved = locator && (await resolveLocator(context.db, file, { ...locator }))
  const currentPage = resolved?.currentPage ?? (total > 0 ? Math.min(total, Math.floor(percentage * total) + 1) : 1)
  return {
    currentPage,
    progressPercentage: percentage,
    position: { ...position, locator: locator ? JSON.stringify(locator) : null },
  }
}

/** Converts our progress to KOReader's. */
export async function progressToKoreader(
  context: AppContext,
  file: ServedBookFile,
  position: ReadingPosition,
  pointer: string | null,
): Promise<string> {
  if (pointer !== null) return pointer
  if (file.format !== 'epub') return String(position.page)
  const { href, locations } = position.locator
  const known = href ? await resolve(context, file, href) : undefined
  const at = known
    ? { href: known, progression: locations?.progression ?? 0 }
    : await byPage(context, file, position.page)
  if (!at) return String(position.page)
  const made = await context.images.texts.pointerOf(file, at).catch(() => undefined)
  return made ?? String(position.page)
}

async function findLocator(context: AppContext, file: ServedBookFile, pointer: string) {
  if (file.format !== 'epub') return undefined
  // If the file is offline or broken, the percentage still gives the position.
  return context.images.texts.locatorOf(file, pointer).catch(() => undefined)
}

/** Apps send hrefs as they received them; the pointer needs the path inside the book. */
async function resolve(context: AppContext, file: ServedBookFile, href: string): Promise<string | undefined> {
  const order = (await readPublicationStructure(context.db, file))?.readingOrder ?? []
  return findPathOfHref(href, new Set(order.map((item) => item.href)))
}

async function byPage(context: AppContext, file: ServedBookFile, page: number) {
  const positions = (await readPublicationStructure(context.db, file))?.positions ?? []
  const locator = locatorOfPosition(page, positions)
  return locator?.href ? { href: locator.href, progression: locator.locations?.progression ?? 0 } : undefined
}
