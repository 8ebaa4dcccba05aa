import { Worker } from 'node:worker_threads'
import type { ReadingThreadPool } from '../../formats/isolate/reading-thread-pool.ts'
import { readAcbfPanelsInThread } from '../../formats/isolate/reading-thread-requests.ts'
import type { Limits } from '../../formats/limits.ts'
import type { Page } from '../../formats/publication.ts'
import type { AcbfPage } from '../../formats/sidecar/acbf.ts'
import { ConcurrencyLimit } from '../concurrency-limit.ts'
import type { DiskCache } from '../disk-cache.ts'
import { asImageError } from '../image-error.ts'
import { withLibraryFileForThread } from '../limit-library-reads.ts'
import { openImage } from '../open-image.ts'
import type { PagedBookFile, PageReader } from '../page-reader.ts'
import type { PagePixels } from './background.ts'
import type { PageBox, PanelsAndMargins } from './detect-panels.ts'

/** Finds the panels and the margins of a page: computed once, then kept in the disk cache. */
export interface PanelReader {
  /** Page by 0-based index. */
  read(book: PagedBookFile, index: number): Promise<PanelsAndMargins>
  close(): Promise<void>
}

/** Part of the cache key, so that layouts of an older algorithm aren't reused. */
const VERSION = 2
/** Enough to detect the narrowest gutters; more would only take longer. */
const MAX_SIDE = 900
/** PDF pages are rendered no larger than they are analysed. */
const DRAWN_WIDTH = 800

export function openPanelReader(
  pages: PageReader,
  { threads, cache, limits }: { threads: ReadingThreadPool; cache: DiskCache; limits: Limits },
): PanelReader {
  const worker = openLayoutWorker()
  // One page at a time: a reader needs only the next one, and other viewers' pages have to be served too.
  const oneAtATime = new ConcurrencyLimit(1)

  async function framesOf(book: PagedBookFile): Promise<AcbfPage[]> {
    if (book.container === 'pdf') return []
    const { bytes, release } = await cache.take(`frames ${VERSION} ${book.version}`, () =>
      withLibraryFileForThread(book, (path) =>
        readAcbfPanelsInThread(threads, path, { limits, password: book.password }),
      ),
    )
    const frames = parse<AcbfPage[]>(bytes)
    release()
    return frames
  }

  async function detect(book: PagedBookFile, index: number): Promise<PanelsAndMargins> {
    const page = await pages.read(book, index, { width: DRAWN_WIDTH })
    try {
      const layout = await worker.detect(await smallPixels(page.bytes, page.mediaType, limits))
      const framed = framedPanels(await framesOf(book), book.pages[index]!)
      return framed.length > 0 ? { ...layout, panels: { ltr: framed, rtl: framed } } : layout
    } finally {
      page.release()
    }
  }

  return {
    async read(book, index) {
      const { bytes, release } = await cache.take(`layout ${VERSION} ${book.version} ${index}`, () =>
        oneAtATime.run(async () => Buffer.from(JSON.stringify(await detect(book, index)))),
      )
      const layout = parse<PanelsAndMargins>(bytes)
      release()
      return layout
    },
    close: () => worker.close(),
  }
}

const parse = <T>(bytes: Uint8Array): T =>
  JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()) as T

async function smallPixels(bytes: Uint8Array, mediaType: string, limits: Limits): Promise<PagePixels> {
  const image = await openImage(bytes, mediaType, { maxPixels: limits.imagePixels })
  const { data, info } = await image
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error) => {
      throw asImageError(error, mediaType)
    })
  const { width, height, channels } = info
  const rgb = channels === 3 ? Uint8Array.from(data) : new Uint8Array(width * height * 3)
  if (channels !== 3) for (let at = 0; at < rgb.length; at++) rgb[at] = data[Math.floor(at / 3) * channels]!
  return { data: rgb, width, height }
}

/** The ACBF frames of a page, matched by its file name, as fractions of the page. */
function framedPanels(described: readonly AcbfPage[], page: Page): PageBox[] {
  const { width, height } = page
  if (!width || !height) return []
  const found = described.find(({ href }) => isSameFile(href, page.fileName))
  const part = (value: number, of: number) => Math.min(1, Math.max(0, value / of))
  const boxes = (found?.frames ?? []).map((corners) => {
    const [xs, ys] = [corners.map(({ x }) => part(x, width)), corners.map(({ y }) => part(y, height))]
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  })
  return boxes.filter((box) => box.width > 0 && box.height > 0)
}

function isSameFile(href: string, fileName: string): boolean {
  const plain = (name: string) => {
    try {
      return decodeURIComponent(name).normalize().toLowerCase()
    } catch {
      return name.toLowerCase()
    }
  }
  const [wanted, name] = [plain(href).replace(/^(?:\.?\/|#)+/, ''), fileName.normalize().toLowerCase()]
  return name === wanted || name.endsWith(`/${wanted}`)
}

/** The thread that analyses pixels; it ends when idle, and is replaced after a crash. */
function openLayoutWorker() {
  let worker: Worker | undefined
  let resting: NodeJS.Timeout | undefined
  const end = async () => {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }
  return {
    async detect(pixels: PagePixels): Promise<PanelsAndMargins> {
      clearTimeout(resting)
      worker ??= new Worker(new URL('./panel-thread.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: 256 },
        execArgv: [],
      })
      const detecting = worker
      const { promise, resolve, reject } = Promise.withResolvers<PanelsAndMargins>()
      const timer = setTimeout(() => reject(new Error('Finding the panels took too long.')), MAX_MS)
      detecting.once('message', resolve).once('error', reject)
      detecting.ref()
      detecting.postMessage(pixels, [pixels.data.buffer as ArrayBuffer])
      try {
        return await promise
      } catch (error) {
        await end()
        throw error
      } finally {
        clearTimeout(timer)
        // Only our own listeners: without Node's internal ones, the worker never responds again.
        detecting.removeListener('message', resolve).removeListener('error', reject)
        detecting.unref()
        resting = setTimeout(() => void end(), REST_MS).unref()
      }
    },
    close: async () => {
      clearTimeout(resting)
      await end()
    },
  }
}

const MAX_MS = 60_000
const REST_MS = 60_000
