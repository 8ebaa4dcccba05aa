import { FormatError } from '../errors.ts'
import type { Limits } from '../limits.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import type { FileSource } from './file-source.ts'
import { SequentialArchive } from './sequential-archive.ts'
import { runSevenZip } from './sevenzip-wasm.ts'
import type { UnpackPass } from './unpack-pass.ts'

/** Opens 7z archives with any method that 7-Zip supports. */
export async function openSevenZip(source: FileSource, limits: Limits, password?: string): Promise<Archive> {
  if (password === undefined) refuseEncryptedHeader(source)
  return openWithSevenZip(source, limits, password === undefined ? undefined : Buffer.from(password))
}

/** Opens any other archive that 7-Zip can read. */
export async function openWithSevenZip(source: FileSource, limits: Limits, password?: Uint8Array): Promise<Archive> {
  const entries = await list(source, limits, password)
  return new SequentialArchive('7z', entries, limits, source, (pass) => unpack({ source, password }, entries, pass))
}

// -slt: one property per line; -p: a wrong password, so that it prompts only for one we have; -sccUTF-8: names as UTF-8;
// -bso2 -bse2 -bsp0: messages to standard error, no progress; -spd: no wildcards in names; -bb1: a line per entry.
const QUIET = ['-sccUTF-8', '-scsUTF-8', '-bso2', '-bse2', '-bsp0', '-spd']

const passwordOption = (password: Uint8Array | undefined) => (password ? [] : ['-p-'])

async function list(source: FileSource, limits: Limits, password: Uint8Array | undefined): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  let properties: Map<string, string> | undefined
  let complaint: string | undefined
  let inEntries = false
  const finishEntry = () => {
    if (properties?.has('Path')) entries.push(describe(properties, entries.length, source.size, password === undefined))
    properties = undefined
    if (entries.length > limits.archiveEntries) {
      throw new FormatError('parser', `The archive lists more than ${limits.archiveEntries} entries.`, {
        limit: 'archiveEntries',
      })
    }
  }
  const onLine = (line: string) => {
    complaint ??= complaintOf(line)
    if (line === '----------') inEntries = true
    if (!inEntries) return
    const property = /^([A-Z][A-Za-z ]*) = (.*)$/s.exec(line)
    if (property?.[1] === 'Path') {
      finishEntry()
      properties = new Map()
    }
    if (property) properties?.set(property[1]!, property[2]!)
  }
  try {
    await runSevenZip(source, ['l', '-slt', ...passwordOption(password), ...QUIET, '/archive'], { onLine, password })
  } catch (error) {
    // With a wrong password the header unpacks to garbage.
    if (password !== undefined) refuseEncryptedHeader(source)
    throw describeCrash(error)
  }
  finishEntry()
  // An archive damaged at the end still has a list; with a damaged or encrypted header there is none.
  if (!inEntries || (complaint && entries.length === 0)) throw describeComplaint(complaint)
  return entries
}

function describe(
  properties: Map<string, string>,
  index: number,
  archiveSize: number,
  isLocked: boolean,
): ArchiveEntry {
  const attributes = properties.get('Attributes') ?? ''
  const crc = properties.get('CRC')
  return {
    index,
    name: properties.get('Path')!,
    // Windows attributes mark directories with "D"; of Unix types only "-" is a file, not directories or links.
    isFile:
      properties.get('Folder') !== '+' &&
      !/^[A-Z]*D/.test(attributes) &&
      !/(^| )[dlbcps][r-][w-][xsS-]/.test(attributes),
    isEncrypted: isLocked && properties.get('Encrypted') === '+',
    size: Number(properties.get('Size') || 0),
    // A block contains many entries and only its first has a packed size; the size of the archive is good enough to
    // detect bombs.
    packedSize: archiveSize,
    crc32: crc ? Number.parseInt(crc, 16) : null,
  }
}

// A damaged block ends the run; another run continues after it, up to this limit.
const RUNS = 8

interface ArchiveFile {
  source: FileSource
  password: Uint8Array | undefined
}

async function unpack(file: ArchiveFile, entries: readonly ArchiveEntry[], pass: UnpackPass): Promise<void> {
  let from = 0
  for (let run = 0; run < RUNS; run++) {
    const wanted = entries.filter((entry) => entry.index >= from && pass.wants(entry.index))
    if (wanted.length === 0) return
    const { failure, reached } = await unpackOnce(file, entries, wanted, pass)
    if (!failure || pass.stopped) return
    pass.fail(failure)
    if (reached < from || run === RUNS - 1) throw failure
    from = reached + 1
  }
}

async function unpackOnce(
  { source, password }: ArchiveFile,
  entries: readonly ArchiveEntry[],
  wanted: readonly ArchiveEntry[],
  pass: UnpackPass,
) {
  let next = wanted[0]!.index
  let reached = -1
  let complaint: string | undefined
  const onLine = (line: string) => {
    complaint ??= complaintOf(line)
    if (!line.startsWith('- ')) return
    // Entries arrive in list order; those not requested are skipped.
    const found = entries.findIndex((entry) => entry.index >= next && entry.name === line.slice(2))
    if (found < 0) return pass.end()
    next = found + 1
    if (pass.begin(found)) reached = found
  }
  const onBytes = (piece: Uint8Array) => {
    if (!pass.feed(piece)) throw new Stopped()
  }
  // Selects by name, unless all are wanted or a name can't be written as a line of a list file.
  const all = wanted.length === entries.length || wanted.some((entry) => /[\p{Cc}"]|^\s|\s$/u.test(entry.name))
  const args = ['x', '-so', '-bb1', ...passwordOption(password), ...QUIET, ...(all ? [] : ['-i@/list']), '/archive']
  const list = all ? undefined : wanted.map((entry) => entry.name).join('\n')
  let failure: FormatError | undefined
  try {
    await runSevenZip(source, args, { onLine, onBytes, password }, list)
    if (complaint) failure = describeComplaint(complaint)
    else pass.end()
  } catch (error) {
    if (!(error instanceof Stopped)) failure = complaint ? describeComplaint(complaint) : describeCrash(error)
    // One entry was too large, but the others are still wanted.
    else if (!pass.stopped) failure = new FormatError('page_extraction', 'An entry is larger than the limit allows.')
  }
  return { failure, reached }
}

class Stopped extends Error {}

function complaintOf(line: string): string | undefined {
  return /^(?:Open )?ERRORS?: *(.*)|^(?:Can't|Cannot|Is not|Unexpected|Headers Error|Data Error).*/.exec(line)?.[0]
}

function describeComplaint(complaint: string | undefined): FormatError {
  if (complaint && /password|encrypted/i.test(complaint))
    return new FormatError('parser', 'The archive is encrypted.', { encrypted: true })
  if (complaint && /unsupported method/i.test(complaint))
    return new FormatError('parser', 'The archive uses a compression method that is not supported.')
  return new FormatError('parser', 'The archive is damaged.', undefined, complaint ? { cause: complaint } : undefined)
}

/** This build of 7-Zip doesn't catch its own exceptions: they reach us as thrown numbers. */
function describeCrash(error: unknown): FormatError {
  if (error instanceof FormatError) return error
  return new FormatError('parser', 'The archive is damaged or too large to unpack.', undefined, {
    cause: error,
  })
}

const ENCODED_HEADER = 0x17
const AES_CODER = Buffer.from([0x06, 0xf1, 0x07, 0x01])

/**
 * 7zFormat.txt: the first 32 bytes contain the header's offset; a packed header begins with a description of its
 * packing.
 */
function refuseEncryptedHeader(source: FileSource): void {
  const start = source.readAt(0, 32)
  if (start.length < 32) return
  const header = source.readAt(
    32 + Number(start.readBigUInt64LE(12)),
    Math.min(Number(start.readBigUInt64LE(20)), 4096),
  )
  if (header[0] === ENCODED_HEADER && header.includes(AES_CODER))
    throw new FormatError('parser', 'The archive is encrypted.', { encrypted: true })
}
