import { createAnnotation, removeAnnotation } from '../../catalog/annotations/save.ts'
import type { AnnotationColor } from '../../contract/annotations.ts'
import { koboReadingServices as routes } from '../../contract/kobo.ts'
import { findReadableBook } from '../../store/progress/read.ts'
import { parseUid } from '../../store/uid.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { AppContext } from '../app-context.ts'
import { type OpenSurface, serve } from '../serve.ts'
import type { KoboDevices } from './authenticate.ts'

/**
 * Highlights and notes of the device. They arrive here as annotations of their owner. They do not go back: the device
 * replaces its whole set of a book by what it is given, so it is never told that there is something to fetch.
 */
export function mountKoboAnnotations(surface: OpenSurface, context: AppContext, devices: KoboDevices): void {
  serve(surface, routes.checkForChanges, () => [])
  serve(surface, routes.readAnnotations, () => ({ annotations: [], nextPageOffsetToken: null }))
  serve(surface, routes.storageGet, () => ({}))
  serve(surface, routes.storagePost, () => ({}))
  serve(surface, routes.notebooks, () => ({ data: [], totalResults: 0 }))
  serve(surface, routes.notebooksBelow, () => ({ data: [], totalResults: 0 }))

  serve(surface, routes.writeAnnotations, async ({ params, body, viewer }) => {
    // Somebody else's device: it must not be told so, because it would fail its whole sync.
    if (!viewer?.permissions.has('ProgressWrite')) return
    const uid = parseUid(params.id)
    const book = uid && (await findReadableBook(context.db, viewer, uid))
    if (!book) return
    const { updatedAnnotations, deletedAnnotationIds } = (body ?? {}) as Record<string, unknown>
    for (const given of listOf(updatedAnnotations)) await save(viewer, book, given)
    for (const id of listOf(deletedAnnotationIds)) {
      const known = parseUid(String(id))
      if (known) await removeAnnotation(context.db, viewer.userId, known)
    }
  })

  async function save(viewer: Viewer, book: { id: number; pageCount: number }, given: unknown): Promise<void> {
    const annotation = given as Record<string, unknown>
    const uid = parseUid(String(annotation?.id ?? ''))
    const span = ((annotation?.location as Record<string, unknown>)?.span ?? {}) as Record<string, unknown>
    const href = textOf(span.chapterFilename)
    // A dog-ear is a bookmark of the page, and stays on the device.
    if (!uid || !href || annotation.type === 'dogear') return
    const progression = typeof span.chapterProgress === 'number' ? span.chapterProgress : 0
    const modified = Date.parse(textOf(annotation.clientLastModifiedUtc) ?? '')
    const locator = {
      href,
      type: 'application/xhtml+xml',
      ...(textOf(span.chapterTitle) && { title: textOf(span.chapterTitle) }),
      locations: {
        progression,
        kobo: { startPath: span.startPath, startChar: span.startChar, endPath: span.endPath, endChar: span.endChar },
      },
      text: { highlight: textOf(annotation.highlightedText) ?? '' },
    }
    const input = {
      uid,
      locator,
      color: colorOf(annotation.highlightColor),
      note: textOf(annotation.noteText) ?? null,
      device: devices.of(viewer).name,
      ...(Number.isFinite(modified) && { updatedAt: modified }),
    }
    // One that cannot be kept (too long, too many) must not fail the rest.
    await createAnnotation(context.db, viewer.userId, book, input, context.config.limits.annotations_per_book).catch(
      (error: unknown) => {
        if (!(error instanceof Error && error.name === 'Problem')) throw error
      },
    )
  }
}

/** The device sends a number, a name or a colour code. */
function colorOf(value: unknown): AnnotationColor {
  const text = String(value ?? '').toLowerCase()
  if (text === '1' || text.includes('pink') || text.includes('red')) return 'pink'
  if (text === '2' || text.includes('blue')) return 'blue'
  return text === '3' || text.includes('green') ? 'green' : 'yellow'
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 1000) : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
