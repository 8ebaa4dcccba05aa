import type { Archive } from '../../archive/archive.ts'
import type { Limits } from '../../limits.ts'
import { EpubFiles } from '../epub-files.ts'
import { type KepubDocument, toKepubDocument } from './kepub-document.ts'

/** The span at which a Kobo should open a document for `progression` (0–1). */
export async function spanAtProgression(
  archive: Archive,
  href: string,
  progression: number,
  limits: Limits,
): Promise<string | undefined> {
  const document = await readDocument(archive, href, limits)
  if (!document) return undefined
  const wanted = Math.min(1, Math.max(0, progression)) * document.length
  return document.spans.findLast((span) => span.offset <= wanted)?.id ?? document.spans[0]?.id
}

/** The progression in the document (0–1) at which a span begins. */
export async function progressionOfSpan(
  archive: Archive,
  href: string,
  spanId: string,
  limits: Limits,
): Promise<number | undefined> {
  const document = await readDocument(archive, href, limits)
  const span = document?.spans.find((each) => each.id === spanId)
  if (!document || !span) return undefined
  return document.length === 0 ? 0 : span.offset / document.length
}

async function readDocument(archive: Archive, href: string, limits: Limits): Promise<KepubDocument | undefined> {
  const entry = new EpubFiles(archive, limits).find(href)
  if (!entry || entry.size > limits.xmlBytes) return undefined
  return toKepubDocument(await archive.read(entry))
}
