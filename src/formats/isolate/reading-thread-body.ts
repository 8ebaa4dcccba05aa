import { parentPort, workerData } from 'node:worker_threads'
import type { Archive, ArchiveEntry } from '../archive/archive.ts'
import { FileSource } from '../archive/file-source.ts'
import { openArchive } from '../archive/open-archive.ts'
import { findSidecars } from '../comic/read-comic.ts'
import { isSystemEntry } from '../comic/system-entries.ts'
import { detectFileKind } from '../detect-file-kind.ts'
import { asFormatError, FormatError, toFormatProblem } from '../errors.ts'
import { imageTypeOfName } from '../image/media-type.ts'
import { openPublication } from '../open-publication.ts'
import type { OpenPublication } from '../publication.ts'
import { type AcbfPage, readAcbfFrames } from '../sidecar/acbf.ts'
import { FlowControl } from './flow-control.ts'
import { processorWaitMs } from './processor-wait.ts'
import type {
  AcbfPanelsJob,
  AnalyseJob,
  ExtractedCover,
  ExtractedEntry,
  ExtractJob,
  FileAnalysis,
  JobResult,
  PdfJob,
  ReadingThreadJob,
  ReadingThreadReply,
} from './reading-thread-messages.ts'
import { runEpubJob } from './run-epub-job.ts'

// The body of one reading thread. A malicious or damaged file can take down only this thread.

limitWebAssemblyMemory((workerData as { memory: number }).memory)

const port = parentPort!
port.on('message', async ({ job, flow }: { job: ReadingThreadJob; flow: SharedArrayBuffer }) => {
  const [began, waitedBefore] = [performance.now(), processorWaitMs()]
  const workMs = () => performance.now() - began - (processorWaitMs() - waitedBefore)
  try {
    const result = await perform(job, flow)
    send({ kind: 'done', result, workMs: workMs() }, bytesIn(result))
  } catch (error) {
    send({ kind: 'failed', problem: toFormatProblem(asFormatError(error)), workMs: workMs() })
  }
})

async function perform(job: ReadingThreadJob, flow: SharedArrayBuffer): Promise<JobResult> {
  if (job.kind === 'analyse') return analyse(job)
  if (job.kind === 'extract') return extract(job, new FlowControl(flow))
  if (job.kind === 'epub') return runEpubJob(job)
  if (job.kind === 'book-text') return (await import('./run-book-text-job.ts')).runBookTextJob(job)
  if (job.kind === 'frames') return framesAsJson(job)
  if (job.kind === 'pdf') return readPdf(job, new FlowControl(flow))
  const { renderAsJpeg, renderRegionAsJpeg } = await import('./render-pdf-page.ts')
  if (job.region) return renderRegionAsJpeg(job, job.index, job.region)
  return renderAsJpeg(job, job.index, { width: job.width, height: job.height })
}

function bytesIn(result: JobResult): Uint8Array | undefined {
  if (result === null || result instanceof Uint8Array) return result ?? undefined
  if ('items' in result) return undefined
  if ('about' in result) return result.about === 'resource' ? result.resource?.bytes : undefined
  return result.cover?.bytes
}

async function analyse(job: AnalyseJob): Promise<FileAnalysis> {
  const open = await openPublication(job.path, job.limits, job)
  try {
    return { publication: open.publication, cover: job.withCover ? await readCover(open, job) : null }
  } finally {
    open.close()
  }
}

/** An unreadable cover is a warning and doesn't fail the book. */
async function readCover(open: OpenPublication, job: AnalyseJob): Promise<ExtractedCover | null> {
  const { cover, pages, resources, kind, warnings } = open.publication
  if (!cover) return null
  try {
    if ('page' in cover && kind === 'pdf') return { mediaType: 'image/jpeg', bytes: await drawCover(cover.page, job) }
    if ('page' in cover)
      return { mediaType: pages[cover.page]!.mediaType, bytes: alone(await open.readPage(cover.page)) }
    const bytes = await open.readResource(cover.href)
    const mediaType =
      resources.find((resource) => resource.href === cover.href)?.mediaType ?? 'application/octet-stream'
    return bytes ? { mediaType, bytes: alone(bytes) } : null
  } catch (error) {
    warnings.push(toFormatProblem(asFormatError(error, 'page_extraction')))
    return null
  }
}

/** Copies a view of a larger buffer: transferring or retaining it would include the whole buffer. */
const alone = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)

async function drawCover(page: number, job: AnalyseJob): Promise<Uint8Array> {
  const { renderAsJpeg } = await import('./render-pdf-page.ts')
  return renderAsJpeg(job, page, { width: 600, height: 600 })
}

async function extract(job: ExtractJob, flow: FlowControl): Promise<null> {
  await extractEntries(job, (entry, bytes) => {
    const content = bytes instanceof FormatError ? toFormatProblem(bytes) : bytes
    const size = bytes instanceof FormatError ? 0 : bytes.length
    const piece: ExtractedEntry = { entry: entry.index, name: entry.name, content }
    send({ kind: 'piece', piece }, bytes instanceof FormatError ? undefined : bytes)
    return flow.sent(size)
  })
  return null
}

async function readPdf(job: PdfJob, flow: FlowControl): Promise<Uint8Array | null> {
  const { runPdfJob } = await import('./run-pdf-job.ts')
  return runPdfJob(job, (piece) => {
    const { length } = piece.content
    send({ kind: 'piece', piece }, piece.content)
    return flow.sent(length)
  })
}

/** Bytes that own their buffer are transferred instead of copied. */
function send(reply: ReadingThreadReply, bytes?: Uint8Array): void {
  const owned = bytes && bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
  port.postMessage(reply, owned ? [bytes.buffer as ArrayBuffer] : [])
}

/** Extracts some entries of an archive, or all its pictures, in one pass. */
async function extractEntries(
  job: Omit<ExtractJob, 'kind'>,
  take: (entry: ArchiveEntry, bytes: Uint8Array | FormatError) => boolean,
): Promise<void> {
  const source = new FileSource(job.path)
  try {
    const kind = detectFileKind(source)
    if (kind.container === 'pdf') throw new FormatError('page_extraction', 'Pages of a PDF are drawn, not unpacked.')
    const archive = await openArchive(source, kind, job.limits, job.password)
    await archive.extract(choose(archive, job.entries), take)
  } finally {
    source.close()
  }
}

function choose(archive: Archive, wanted: readonly number[] | null): ArchiveEntry[] {
  if (wanted) return wanted.flatMap((index) => archive.entries[index] ?? [])
  return archive.entries.filter(
    (entry) => entry.isFile && !isSystemEntry(entry.name) && imageTypeOfName(entry.name) !== undefined,
  )
}

/**
 * Enforces a memory limit on every WebAssembly library in this thread. They allocate through `grow`, and treat an
 * exception as "out of memory", which they report like any other failure; without this, an archive that declares a
 * dictionary of 2 GiB gets it. Only for our own threads: it changes the thread's WebAssembly permanently.
 */
function limitWebAssemblyMemory(bytes: number): void {
  const { prototype } = WebAssembly.Memory
  const grow = prototype.grow
  prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * PAGE > bytes)
      throw new RangeError('The memory limit of this thread is reached.')
    return grow.call(this, pages)
  }
}

const PAGE = 64 * 1024

/** An unreadable document counts as one without panels. */
async function framesAsJson(job: AcbfPanelsJob): Promise<Uint8Array> {
  const source = new FileSource(job.path)
  try {
    return new TextEncoder().encode(JSON.stringify(await readFrames(source, job)))
  } finally {
    source.close()
  }
}

async function readFrames(source: FileSource, { limits, password }: AcbfPanelsJob): Promise<AcbfPage[]> {
  const kind = detectFileKind(source)
  if (kind.container === 'pdf') return []
  const archive = await openArchive(source, kind, limits, password)
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
