import type { FileHeader } from 'node-unrar-js'
import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import type { FileSource } from './file-source.ts'
import { readRar5Links } from './rar5-links.ts'
import { SequentialArchive } from './sequential-archive.ts'
import type { UnpackPass } from './unpack-pass.ts'
import { discardUnrar, loadUnrar, StreamingExtractor, type UnrarModule } from './unrar-wasm.ts'

/**
 * RAR 4 and 5, plain and solid, read by the reference unrar compiled to WebAssembly. Multi-volume archives are refused.
 */
export async function openRar(
  source: FileSource,
  container: 'rar' | 'rar4',
  limits: Limits,
  password?: string,
): Promise<Archive> {
  const module = await loadUnrar()
  const listed = guard(() => list(module, { source, password }, limits), password)
  const mayHaveLinks = container === 'rar' && listed.some(({ isFile, hasData }) => isFile && !hasData)
  const { entries, linkTargets } = resolveLinks(listed, mayHaveLinks ? readRar5Links(source) : new Map())
  const walk = async (pass: UnpackPass) => unpack(await loadUnrar(), { source, password }, pass)
  return new SequentialArchive(container, entries, limits, source, walk, linkTargets)
}

interface ListedEntry extends ArchiveEntry {
  hasData: boolean
}

/** A link is listed with the size of the file it refers to, and read from there. */
function resolveLinks(listed: readonly ListedEntry[], targetNames: ReadonlyMap<number, string>) {
  const linkTargets = new Map<number, number>()
  const filesByName = new Map<string, ArchiveEntry>()
  const entries = listed.map(({ hasData: _, ...entry }): ArchiveEntry => {
    const name = targetNames.get(entry.index)
    const target = name === undefined ? undefined : filesByName.get(withSlashes(name))
    const resolved = target ? { ...target, index: entry.index, name: entry.name } : entry
    if (target) linkTargets.set(entry.index, linkTargets.get(target.index) ?? target.index)
    else if (name !== undefined) return { ...entry, isBrokenLink: true }
    if (entry.isFile) filesByName.set(entry.name, resolved)
    return resolved
  })
  return { entries, linkTargets }
}

const withSlashes = (name: string): string => name.replaceAll('\\', '/')

interface ArchiveFile {
  source: FileSource
  password: string | undefined
}

function list(module: UnrarModule, { source, password }: ArchiveFile, limits: Limits): ListedEntry[] {
  const { arcHeader, fileHeaders } = new StreamingExtractor(module, source, password).getFileList()
  if (arcHeader.flags.volume)
    throw new FormatError('parser', 'This is one part of a multi-volume RAR archive, which is not supported.')
  const entries: ListedEntry[] = []
  for (const header of fileHeaders) {
    if (entries.length >= limits.archiveEntries) {
      throw new FormatError('parser', `The archive lists more than ${limits.archiveEntries} entries.`, {
        limit: 'archiveEntries',
      })
    }
    entries.push(describe(header, entries.length, password === undefined))
  }
  return entries
}

function describe(header: FileHeader, index: number, isLocked: boolean): ListedEntry {
  return {
    index,
    name: withSlashes(header.name),
    isFile: !header.flags.directory,
    isEncrypted: isLocked && header.flags.encrypted,
    size: header.unpSize,
    // In a solid archive an entry's compression depends on those before it; its own packed size means nothing.
    packedSize: header.flags.solid ? 0 : header.packSize,
    crc32: header.crc >>> 0,
    hasData: header.packSize > 0,
  }
}

const MAX_WALKS = 50

/** Walks the archive from its start; unwanted entries are skipped, which is expensive only in solid archives. */
function unpack(module: UnrarModule, { source, password }: ArchiveFile, pass: UnpackPass): void {
  let from = 0
  // The library stops at the first entry that fails; a new walk continues after it, up to a limit.
  for (let walk = 0; from < pass.length && !pass.stopped; walk++) {
    const extractor = new StreamingExtractor(module, source, password)
    extractor.output = (piece) => pass.feed(piece)
    let index = -1
    try {
      guard(() => {
        const { files } = extractor.extract({
          files: () => {
            pass.end()
            index++
            return index >= from && !pass.stopped && pass.begin(index)
          },
        })
        for (const _file of files) pass.end()
      }, password)
      return
    } catch (error) {
      pass.fail(error as FormatError)
      if (index < from || walk === MAX_WALKS) throw error
      from = index + 1
    }
  }
}

function guard<T>(work: () => T, password: string | undefined): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof FormatError) throw error
    throw describeFailure(error, password)
  }
}

function describeFailure(error: unknown, password: string | undefined): FormatError {
  const reason = error instanceof Error && 'reason' in error ? String(error.reason) : undefined
  // RAR 4 can't tell a wrong password from damage.
  const mayBePassword = password !== undefined && reason === 'ERAR_BAD_DATA'
  if (mayBePassword || reason === 'ERAR_MISSING_PASSWORD' || reason === 'ERAR_BAD_PASSWORD') {
    return new FormatError('parser', 'The archive is encrypted.', { encrypted: true }, { cause: error })
  }
  if (reason === undefined) discardUnrar()
  return new FormatError('parser', 'The RAR archive is damaged.', undefined, { cause: error })
}
