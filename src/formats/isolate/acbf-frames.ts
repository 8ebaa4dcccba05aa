import { FileSource } from '../archive/file-source.ts'
import { openArchive } from '../archive/open-archive.ts'
import { findSidecars } from '../comic/read-comic.ts'
import { isSystemEntry } from '../comic/system-entries.ts'
import { detectKind } from '../detect.ts'
import { FormatError } from '../errors.ts'
import { type AcbfPage, readAcbfFrames } from '../sidecar/acbf.ts'
import type { FramesJob } from './protocol.ts'

/** A document that cannot be read says nothing of panels. */
export async function framesAsJson(job: Omit<FramesJob, 'kind'>): Promise<Uint8Array> {
  const source = new FileSource(job.path)
  try {
    return new TextEncoder().encode(JSON.stringify(await readFrames(source, job.limits)))
  } finally {
    source.close()
  }
}

async function readFrames(source: FileSource, limits: FramesJob['limits']): Promise<AcbfPage[]> {
  const kind = detectKind(source)
  if (kind.container === 'pdf') return []
  const archive = await openArchive(source, kind, limits)
  const files = archive.entries.filter((entry) => entry.isFile && !isSystemEntry(entry.name))
  const document = [...findSidecars(files)].find(([, sidecar]) => sidecar === 'acbf')?.[0]
  if (!document || document.size > limits.xmlBytes) return []
  try {
    return readAcbfFrames(await archive.read(document), limits)
  } catch (error) {
    if (error instanceof FormatError) return []
    throw error
  }
}
