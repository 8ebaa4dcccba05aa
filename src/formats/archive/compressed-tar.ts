import { createReadStream } from 'node:fs'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import type { FileSource } from './file-source.ts'
import { SequentialArchive } from './sequential-archive.ts'
import { runSevenZip } from './sevenzip-wasm.ts'
import { MAX_RECORD_BYTES } from './tar.ts'
import { TAR_BLOCK_BYTES, TarHeaderReader } from './tar-header.ts'
import { SparseExpander } from './tar-sparse.ts'
import type { UnpackPass } from './unpack-pass.ts'
import { maxUnpackedSize } from './unpack-zip-entry.ts'

export type TarCompression = 'gzip' | 'zstd' | 'bzip2' | 'xz' | 'compress'

/** A tar compressed as a whole (`.tar.gz` and the like): read from the front, like a solid archive. */
export async function openCompressedTar(source: FileSource, packing: TarCompression, limits: Limits): Promise<Archive> {
  const listing: Visitor = { begin: () => {}, feed: () => true, end: () => {} }
  const { entries, linkTargets, sparseMaps } = await walk(source, packing, limits, listing)
  const unpackAll = async (pass: UnpackPass) => void (await walk(source, packing, limits, visitorOf(pass, sparseMaps)))
  return new SequentialArchive('tar', entries, limits, source, unpackAll, linkTargets)
}

interface Visitor {
  begin(entry: ArchiveEntry): void
  /** Returns false to stop the whole walk. */
  feed(piece: Uint8Array): boolean
  end(): void
}

function visitorOf(pass: UnpackPass, sparseMaps: TarHeaderReader['sparseMaps']): Visitor {
  const feed = (piece: Uint8Array) => pass.feed(piece) && !pass.stopped
  let sparse: SparseExpander | undefined
  return {
    begin: ({ index, size }) => {
      const map = sparseMaps.get(index)
      const isWanted = pass.begin(index)
      sparse = isWanted && map !== undefined ? new SparseExpander(map, size, feed) : undefined
    },
    feed: (piece) => (sparse ? sparse.push(piece) : feed(piece)),
    end: () => {
      sparse?.end()
      sparse = undefined
      pass.end()
    },
  }
}

async function walk(
  source: FileSource,
  packing: TarCompression,
  limits: Limits,
  visitor: Visitor,
): Promise<TarHeaderReader> {
  const parser = new TarStream(
    new TarHeaderReader(limits),
    visitor,
    maxUnpackedSize(source.size, { ...limits, entryBytes: Number.POSITIVE_INFINITY }),
  )
  try {
    await unpack(source, packing, (piece) => parser.push(piece))
  } catch (error) {
    if (error instanceof FormatError) throw error
    if (!(error instanceof Enough))
      throw new FormatError('parser', 'The archive is damaged or truncated.', undefined, { cause: error })
  }
  if (!parser.atBoundary) throw new FormatError('parser', 'The tar archive is truncated.')
  return parser.directory
}

/** Stops unpacking when no more is needed. */
class Enough extends Error {}

async function unpack(source: FileSource, packing: TarCompression, push: (piece: Uint8Array) => void): Promise<void> {
  if (packing === 'gzip' || packing === 'zstd') {
    const packed = createReadStream('', { fd: source.fd, start: 0, autoClose: false })
    const unpacked = packing === 'gzip' ? createGunzip() : createZstdDecompress()
    packed.on('error', (error) => unpacked.destroy(error))
    for await (const piece of packed.pipe(unpacked)) push(piece as Buffer)
    return
  }
  let complaint: string | undefined
  const onLine = (line: string) => {
    if (/^ERROR/.test(line)) complaint ??= line
  }
  await runSevenZip(source, ['x', '-so', '-p-', '-bso2', '-bse2', '-bsp0', '/archive'], { onLine, onBytes: push })
  if (complaint) throw new FormatError('parser', 'The archive is damaged.')
}

/** Splits a byte stream into headers and contents. */
class TarStream {
  readonly directory: TarHeaderReader
  readonly #visitor: Visitor
  #budget: number
  #waiting: Buffer = Buffer.alloc(0)
  /** Remaining bytes of the current content, and of its padding. */
  #content = 0
  #padding = 0
  #inEntry = false

  constructor(directory: TarHeaderReader, visitor: Visitor, budget: number) {
    this.directory = directory
    this.#visitor = visitor
    this.#budget = budget
  }

  get atBoundary(): boolean {
    return this.directory.ended || this.#content === 0
  }

  push(piece: Uint8Array): void {
    this.#budget -= piece.length
    if (this.#budget < 0)
      throw new FormatError('parser', 'The compression ratio is suspiciously high: the archive may be a ZIP bomb.', {
        limit: 'compressionRatio',
      })
    let rest = Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    if (this.#waiting.length > 0) rest = Buffer.concat([this.#waiting, rest])
    this.#waiting = Buffer.alloc(0)
    while (rest.length > 0 && !this.directory.ended) {
      const used = this.#step(rest)
      if (used === 0) {
        // Copied: the piece is valid only during this call.
        this.#waiting = Buffer.from(rest)
        return
      }
      rest = rest.subarray(used)
    }
  }

  /** Returns the bytes consumed; 0 when more input is needed. */
  #step(rest: Buffer): number {
    if (this.#content > 0 && this.#inEntry) {
      const piece = rest.subarray(0, this.#content)
      this.#content -= piece.length
      if (!this.#visitor.feed(piece)) throw new Enough()
      if (this.#content === 0) this.#endEntry()
      return piece.length
    }
    if (this.#content > 0) {
      if (rest.length < this.#content) return 0
      const used = this.#content
      this.directory.addBody(rest.subarray(0, used))
      this.#content = 0
      return used
    }
    if (this.#padding > 0) {
      const used = Math.min(this.#padding, rest.length)
      this.#padding -= used
      return used
    }
    if (rest.length < TAR_BLOCK_BYTES) return 0
    const { size, entry } = this.directory.addHeader(rest.subarray(0, TAR_BLOCK_BYTES))
    if (!entry && size > MAX_RECORD_BYTES)
      throw new FormatError('parser', 'The tar archive is damaged: a name is impossibly long.')
    this.#content = size
    this.#padding = (TAR_BLOCK_BYTES - (size % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES
    this.#inEntry = entry !== undefined
    if (entry) this.#visitor.begin(entry)
    if (entry && size === 0) this.#endEntry()
    return TAR_BLOCK_BYTES
  }

  #endEntry(): void {
    this.#inEntry = false
    this.#visitor.end()
  }
}
