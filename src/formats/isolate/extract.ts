import type { Archive, ArchiveEntry } from '../archive/archive.ts'
import { FileSource } from '../archive/file-source.ts'
import { openArchive } from '../archive/open-archive.ts'
import { isLitter } from '../comic/litter.ts'
import { detectKind } from '../detect.ts'
import { FormatError } from '../errors.ts'
import { imageTypeOfName } from '../image/media-type.ts'
import type { ExtractJob } from './protocol.ts'

/** Some entries of an archive, or all its pictures, in one pass. */
export async function extractEntries(
  job: Omit<ExtractJob, 'kind'>,
  take: (entry: ArchiveEntry, bytes: Uint8Array | FormatError) => boolean,
): Promise<void> {
  const source = new FileSource(job.path)
  try {
    const kind = detectKind(source)
    if (kind.container === 'pdf') throw new FormatError('page_extraction', 'Pages of a PDF are drawn, not unpacked.')
    const archive = await openArchive(source, kind, job.limits)
    await archive.extract(choose(archive, job.entries), take)
  } finally {
    source.close()
  }
}

function choose(archive: Archive, wanted: readonly number[] | null): ArchiveEntry[] {
  if (wanted) return wanted.flatMap((index) => archive.entries[index] ?? [])
  return archive.entries.filter(
    (entry) => entry.isFile && !isLitter(entry.name) && imageTypeOfName(entry.name) !== undefined,
  )
}
