import type { ArchiveEntry } from '../archive/archive.ts'
import type { ImageHeader } from '../image/image-header.ts'
import { probeImage } from '../image/probe.ts'
import type { Page } from '../publication.ts'
import type { EpubFiles } from './epub-files.ts'
import { resourceMediaTypeOf } from './media-type.ts'

// Enough for the dimensions of nearly every picture; those with large metadata before them are read again.
const firstLook = 1024
const lastLook = 4 * 1024 * 1024

/** The pictures of an image-only EPUB as pages, as in a comic. */
export async function readDivinaPages(files: EpubFiles, images: readonly string[]): Promise<Page[]> {
  const entries = images.map((name) => files.find(name)!)
  const probes = new Map<ArchiveEntry, ImageHeader>()
  await files.archive.readHeads([...new Set(entries)], firstLook, (entry, head) => {
    const probe = head instanceof Uint8Array ? probeImage(head) : undefined
    // The archive may pass its own entry objects; `index` maps them to ours.
    if (probe) probes.set(files.archive.entries[entry.index]!, probe)
  })
  for (const [entry, probe] of probes) {
    if (probe.needs === undefined || entry.size <= firstLook) continue
    const further = await files.archive.readHead(entry, Math.min(lastLook, entry.size)).catch(() => undefined)
    if (further) probes.set(entry, probeImage(further) ?? probe)
  }
  return entries.map((entry) => pageOf(files, entry, probes.get(files.archive.entries[entry.index]!)))
}

function pageOf(files: EpubFiles, entry: ArchiveEntry, probe: ImageHeader | undefined): Page {
  const { width = null, height = null } = probe ?? {}
  const isTooLarge = width !== null && height !== null && width * height > files.limits.imagePixels
  return {
    fileName: entry.name,
    mediaType: probe?.mediaType ?? resourceMediaTypeOf(undefined, entry.name),
    width: isTooLarge ? null : width,
    height: isTooLarge ? null : height,
    size: entry.size,
    entry: entry.index,
    bytes: files.archive.locate(entry),
  }
}
