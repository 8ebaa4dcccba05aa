import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { corpus, needsCorpus, readCorpusJson } from '../../test/fixtures/corpus.ts'
import type { Archive } from './archive/archive.ts'
import { FileSource } from './archive/file-source.ts'
import { openArchive } from './archive/open-archive.ts'
import { detectFileKind } from './detect-file-kind.ts'
import { FormatError } from './errors.ts'
import type { ImageHeader } from './image/image-header.ts'
import { probeImage } from './image/probe.ts'
import { ReadingThreadPool } from './isolate/reading-thread-pool.ts'
import { analyseFileInThread } from './isolate/reading-thread-requests.ts'
import { defaultLimits } from './limits.ts'
import type { Publication } from './publication.ts'

// Real files, compared with the results of unrar, 7-Zip and sharp. Every deviation is listed with its reason.

interface Verdict {
  list_rc: number
  n: number
  entries: { name: string; crc?: string }[]
  rar?: { list_rc: number; n: number; entries: { name: string; type: string; crc32?: string }[] }
}

const DEVIATIONS: { path: RegExp; outcome: RegExp; why: string }[] = [
  { path: /part\d+\.rar$|rar3-old/, outcome: /multi-volume RAR archive/, why: 'sets of volumes are refused' },
  {
    path: /lzss_blocks|lzss_conversion|bomb-single/,
    outcome: /suspiciously high/,
    why: 'more than 200:1 above 10 MiB',
  },
  { path: /unbound_staticdata/, outcome: /damaged/, why: 'unrar lists it but cannot unpack it either' },
  {
    path: /zip\/.*(\/test_read_format_zip\.zip|invalid-crc)|wrong-crc/,
    outcome: /other bytes/,
    why: 'the checksum in the archive is wrong; the bytes are given as they are',
  },
  {
    path: /yauzl\/failure/,
    outcome: /damaged|not where|can’t be unpacked/,
    why: '7-Zip lists it but cannot unpack it either',
  },
  {
    path: /reduce|dcl-implode|bogus-compression/,
    outcome: /not supported/,
    why: 'methods of the eighties that not even 7-Zip knows',
  },
  { path: /lorem-lzma\.zip/, outcome: /damaged/, why: 'LZMA without an end mark, which this 7-Zip refuses' },
  { path: /lorem-split/, outcome: /not opened|not where/, why: 'split archives are refused' },
  { path: /\.(exe|elf)$/, outcome: /not opened/, why: 'programs that unpack themselves are no comics' },
  { path: /zstd.*\.7z$/, outcome: /not supported/, why: 'zstd inside 7z is an extension of others' },
  { path: /sparse/, outcome: /entries instead of/, why: 'sparse files, which end the reading of a tar' },
  { path: /\.Z$|gzip\.cbt/, outcome: /entries instead of|impossibly long/, why: '7-Zip lists only the outer layer' },
  { path: /hostile\/70000/, outcome: /more than 20000 entries/, why: 'the limit of entries' },
  { path: /bomb-overlap/, outcome: /overlap/, why: 'a bomb' },
  { path: /lying-size/, outcome: /unpacks to more|limit allows/, why: 'it declares 4 GiB' },
]

async function open(path: string): Promise<Archive> {
  const source = new FileSource(join(corpus, path))
  try {
    const kind = detectFileKind(source)
    if (kind.container === 'pdf') throw new FormatError('format_detection', 'A PDF.')
    return await openArchive(source, kind, defaultLimits)
  } catch (error) {
    source.close()
    throw error
  }
}

/** How our result differs from the verdict; undefined when it doesn't. */
async function differenceOf(path: string, verdict: Verdict): Promise<string | undefined> {
  const listed = verdict.rar ?? verdict
  let archive: Archive
  try {
    archive = await open(path)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return listed.list_rc === 0 ? `not opened: ${error.message}` : undefined
  }
  const checksums = new Map<number, number | FormatError>()
  try {
    await archive.extract(
      archive.entries.filter((entry) => entry.isFile && !entry.isEncrypted),
      (entry, bytes) => {
        checksums.set(entry.index, bytes instanceof FormatError ? bytes : crc32(bytes))
      },
    )
  } finally {
    archive.close()
  }
  if (listed.list_rc !== 0) return undefined
  if (archive.entries.length !== listed.n) return `${archive.entries.length} entries instead of ${listed.n}`
  for (const [index, entry] of listed.entries.entries()) {
    const got = checksums.get(index)
    const known = 'type' in entry ? (entry.type === 'File' ? entry.crc32 : undefined) : entry.crc
    if (!known || got === undefined) continue
    if (got instanceof FormatError) return `${entry.name}: ${got.message}`
    if (got !== Number.parseInt(known, 16)) return `${entry.name}: other bytes`
  }
  return undefined
}

describe('real archives', needsCorpus, () => {
  it.each(['zip', 'rar', '7z', 'tar', 'made'])(
    'of %s are read as the tools of their makers read them',
    { timeout: 120_000 },
    async (folder) => {
      const verdicts = Object.entries(readCorpusJson<Record<string, Verdict>>('archives-expected.json'))
      const unexplained: Record<string, string> = {}
      for (const [path, verdict] of verdicts.filter(([path]) => path.startsWith(`${folder}/`))) {
        const outcome = await differenceOf(path, verdict)
        if (outcome === undefined) continue
        const known = DEVIATIONS.some((deviation) => deviation.path.test(path) && deviation.outcome.test(outcome))
        if (!known) unexplained[path] = outcome
      }
      expect(unexplained).toEqual({})
    },
  )
})

describe('real pictures', needsCorpus, () => {
  it('have the size that sharp gives them, and no verdict of it is contradicted', () => {
    const verdicts =
      readCorpusJson<Record<string, { width?: number; height?: number; format?: string }>>('images/expected.json')
    const different: Record<string, unknown> = {}
    for (const [path, { width, height }] of Object.entries(verdicts)) {
      const bytes = readFileSync(join(corpus, path))
      let seen = 1024
      let probe: ImageHeader | undefined = probeImage(bytes.subarray(0, seen))
      while (probe?.needs !== undefined && seen < bytes.length) {
        seen = Math.max(probe.needs, seen * 2)
        probe = probeImage(bytes.subarray(0, seen))
      }
      if (width !== undefined && (probe?.width !== width || probe.height !== height)) different[path] = probe
    }
    // Millimetres are converted to CSS pixels here, as in browsers; sharp uses 72 per inch. A photograph with an
    // orientation has its displayed size; sharp reports the stored one.
    expect(different).toEqual({
      'images/libavif/paris_exif_orientation_5.jpg': { mediaType: 'image/jpeg', width: 302, height: 403 },
      'images/libvips/blankpage.svg': { mediaType: 'image/svg+xml', width: 794, height: 1123 },
    })
  })
})

describe('one book in every container', needsCorpus, () => {
  const threads = new ReadingThreadPool({ threads: 1, limits: defaultLimits })
  afterAll(() => threads.close())
  const read = (name: string) =>
    analyseFileInThread(threads, join(corpus, 'made/same-book', name), { limits: defaultLimits })

  it.each([
    ['stored.cbz', 'cbz', 'zip'],
    ['deflate.cbz', 'cbz', 'zip'],
    ['streamed-data-descriptor.cbz', 'cbz', 'zip'],
    ['actually-zip.cbr', 'cbz', 'zip'],
    ['rar5.cbr', 'cbr', 'rar'],
    ['rar5-solid.cbr', 'cbr', 'rar'],
    ['rar5-stored.cbr', 'cbr', 'rar'],
    ['rar5-blake2.cbr', 'cbr', 'rar'],
    ['rar5-quickopen.cbr', 'cbr', 'rar'],
    ['rar5-recovery.cbr', 'cbr', 'rar'],
    ['actually-rar.cbz', 'cbr', 'rar'],
    ['solid.cb7', 'cbr', '7z'],
    ['nonsolid.cb7', 'cbr', '7z'],
    ['actually-7z.cbz', 'cbr', '7z'],
    ['plain.cbt', 'cbz', 'tar'],
    ['gzip.cbt', 'cbz', 'tar'],
  ])('%s has the same twelve pages', async (name, fileFormat, container) => {
    const { publication } = await read(name)
    expect(publication).toMatchObject({
      fileFormat,
      container,
      pageCount: 12,
      metadata: { series: 'Science Comics', number: '1' },
      warnings: [],
    })
    const expected = (await read('stored.cbz')).publication.pages
    const facts = ({ pages }: Pick<Publication, 'pages'>) =>
      pages.map(({ fileName, mediaType, width, height, size }) => ({ fileName, mediaType, width, height, size }))
    expect(facts(publication)).toEqual(facts({ pages: expected }))
  })

  it.each(['unicode.cbz', 'unicode-rar5.cbr', 'unicode.cb7'])('%s keeps its names', async (name) => {
    const { publication } = await read(name)
    expect(publication.pages.map(({ fileName }) => fileName)).toEqual([
      'zzz_credits.jpg',
      '第01話 「はじまり」/001.jpg',
      '第01話 「はじまり」/002 – éàü.jpg',
      '第01話 「はじまり」/010 😀.jpg',
    ])
  })

  it.each([
    ['rar5-encrypted.cbr', 'page_extraction', /encrypted/],
    ['rar5-header-encrypted.cbr', 'parser', /encrypted/],
    ['rar5-volumes/vol.part1.rar', 'parser', /volume/],
    ['truncated-rar5.cbr', 'parser', /damaged/],
    ['truncated.cb7', 'parser', /damaged/],
    ['truncated.cbz', 'parser', /truncated/],
    ['zero-bytes.cbz', 'format_detection', /empty/],
  ])('%s says what is wrong with it', async (name, type, message) => {
    await expect(read(name)).rejects.toMatchObject({ type, message: expect.stringMatching(message) })
  })
})
