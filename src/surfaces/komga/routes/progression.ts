import type { Locator } from '../../../catalog/progress/locator.ts'
import { findReadingPosition, resolveLocator } from '../../../catalog/progress/reading-position.ts'
import { saveProgress } from '../../../catalog/progress/save-progress.ts'
import { publication } from '../../../contract/komga/publication.ts'
import { problem, validationProblem } from '../../../contract/problems.ts'
import { progressionMediaType } from '../../../contract/readium-media-types.ts'
import { findPathOfHref } from '../../../formats/epub/href.ts'
import { readPublicationStructure } from '../../../store/page/read-pages.ts'
import type { ServedBookFile } from '../../../store/page/served-book-file.ts'
import { findProgress } from '../../../store/progress/read.ts'
import { emitProgressEvent } from '../../deliver/emit-progress-event.ts'
import { serve } from '../../serve.ts'
import type { KomgaContext } from '../komga-context.ts'
import { formatKomgaTime } from '../present/format-values.ts'
import { readReadableBook, readStoredFile } from '../read-by-komga-id.ts'
import { jsonBytesWithType } from './publication.ts'

/** The exact reading position, in Readium's format. */
export function mountProgression({ surface, context }: KomgaContext): void {
  const { db } = context

  serve(surface, publication.progression, async ({ params, viewer, reply }) => {
    const file = await readStoredFile(db, viewer, params.id)
    const position = await findReadingPosition(db, viewer, file)
    if (!position) return reply.code(204).send()
    return jsonBytesWithType(reply, progressionMediaType, {
      modified: formatKomgaTime(position.modified),
      device: position.device,
      locator: await presentLocator(file, position.locator),
    })
  })

  serve(surface, publication.saveProgression, async ({ params, body, viewer }) => {
    const [book, file] = [await readReadableBook(db, viewer, params.id), await readStoredFile(db, viewer, params.id)]
    const at = Date.parse(body.modified)
    const before = await findProgress(db, viewer, book.id)
    if (before && before.read_at >= at) throw problem('conflict', 'Progression is older than existing')
    const locator = cleanLocator(body.locator)
    await checkLocator(file, locator)
    // For text, the total progression is computed here: apps omit it, or count by their own screen.
    const isText = file.format === 'epub'
    const { totalProgression: _, ...locations } = locator.locations ?? {}
    const resolved = await resolveLocator(db, file, isText ? { ...locator, locations } : locator)
    if (!resolved) throw wrong('does not point to a position in this book')
    const isEnd = isText ? resolved.progressPercentage >= 0.99 : resolved.currentPage >= file.pageCount
    const saved = await saveProgress(db, viewer, book, {
      ...resolved,
      completed: isEnd,
      at,
      position: {
        locator: JSON.stringify(isText ? counted(body.locator, resolved.progressPercentage) : body.locator),
        device: body.device.name,
        device_id: body.device.id,
      },
    })
    if (!saved.accepted) throw problem('conflict', 'Progression is older than existing')
    emitProgressEvent(context, viewer, book, saved.progress)
  })

  /** Positions in text are resource and progression, those in pages a number; anything else is refused. */
  async function checkLocator(file: ServedBookFile, locator: Locator): Promise<void> {
    const { progression, position } = locator.locations ?? {}
    if (file.format !== 'epub') {
      if (position === undefined || position < 1 || position > file.pageCount) {
        throw wrong(`position must be between 1 and ${file.pageCount}`)
      }
      return
    }
    if ((await pathIn(file, locator.href ?? '')) === undefined) throw wrong('href is not a resource of this book')
    if (progression === undefined) throw wrong('progression is required')
  }

  async function presentLocator(file: ServedBookFile, locator: Locator) {
    const { href = '', type = '', title, locations, text, koboSpan } = locator
    const path = file.format === 'epub' ? ((await pathIn(file, href)) ?? href) : href
    return {
      href: path,
      type,
      ...withoutNulls({ title, locations: locations && withoutNulls(onlyKnown(locations)), text, koboSpan }),
    }
  }

  /** The path inside the book of an href that may be encoded, absolute, or with a fragment. */
  async function pathIn(file: ServedBookFile, href: string): Promise<string | undefined> {
    const outline = await readPublicationStructure(db, file)
    const known = [...(outline?.readingOrder ?? []), ...(outline?.resources ?? [])]
    return findPathOfHref(href, new Set(known.map((item) => item.href)))
  }
}

function counted(given: Record<string, unknown>, totalProgression: number): Record<string, unknown> {
  return { ...given, locations: { ...(given.locations as object | undefined), totalProgression } }
}

/** Only numbers count as numbers: anything else an app sends is stored, but ignored. */
function cleanLocator(given: Record<string, unknown>): Locator {
  const { href, type, title, locations } = given
  const where = (typeof locations === 'object' && locations !== null ? locations : {}) as Record<string, unknown>
  const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
  return {
    ...given,
    href: typeof href === 'string' ? href : undefined,
    type: typeof type === 'string' ? type : undefined,
    title: typeof title === 'string' ? title : undefined,
    locations: {
      progression: number(where.progression),
      position: number(where.position),
      totalProgression: number(where.totalProgression),
    },
  }
}

const onlyKnown = ({ fragments, progression, position, totalProgression }: NonNullable<Locator['locations']>) => ({
  fragments,
  progression,
  position: position === undefined ? undefined : Math.round(position),
  totalProgression,
})

const withoutNulls = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null))

const wrong = (message: string) => validationProblem([{ path: 'locator', message }])
