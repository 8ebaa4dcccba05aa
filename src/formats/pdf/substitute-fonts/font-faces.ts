import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** One face in a font file, with the properties needed to choose it. */
export interface FontFace {
  path: string
  /** Size of the whole file. */
  size: number
  /** Offset of the face in a collection; undefined for a file with one face. */
  collectionOffset: number | undefined
  /** All names of the face, normalised. */
  names: Set<string>
  bold: boolean
  italic: boolean
  serif: boolean
  fixed: boolean
  scripts: Set<FontScript>
}

/** Scripts missing from PDFium's own fonts, which are Latin. */
export type FontScript = 'alphabets' | 'japanese' | 'korean' | 'simplified' | 'traditional'

/** A font larger than this is not worth its memory. */
const maxFileBytes = 64 * 1024 * 1024
const maxFaces = 64
const maxNameBytes = 64 * 1024

/** The faces of a TrueType or OpenType file or collection; empty if it is something else or damaged. */
export function readFontFaces(path: string): FontFace[] {
  let fd: number | undefined
  try {
    fd = openSync(path, 'r')
    const { size } = fstatSync(fd)
    if (size > maxFileBytes) return []
    const file = fd
    const read = (position: number, length: number): Buffer => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position))
    }
    const head = read(0, 12)
    if (head.toString('latin1', 0, 4) !== 'ttcf') {
      const face = readFace(read, 0)
      return face ? [{ path, size, collectionOffset: undefined, ...face }] : []
    }
    const count = Math.min(head.readUInt32BE(8), maxFaces)
    const offsets = read(12, count * 4)
    return Array.from({ length: count }, (_, index) => offsets.readUInt32BE(index * 4)).flatMap((offset) => {
      const face = readFace(read, offset)
      return face ? [{ path, size, collectionOffset: offset, ...face }] : []
    })
  } catch {
    return []
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

/** Removes differences in spelling before names are compared: case, spaces, hyphens. */
export function normaliseFontName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

type Read = (position: number, length: number) => Buffer

/** OpenType §5: the tables `OS/2` and `name`. */
function readFace(read: Read, start: number): Omit<FontFace, 'path' | 'size' | 'collectionOffset'> | undefined {
  const header = read(start, 12)
  const kind = header.toString('latin1', 0, 4)
  if (kind !== 'OTTO' && kind !== 'true' && header.readUInt32BE(0) !== 0x0001_0000) return undefined
  const tables = new Map<string, { offset: number; length: number }>()
  const directory = read(start + 12, header.readUInt16BE(4) * 16)
  for (let at = 0; at + 16 <= directory.length; at += 16)
    tables.set(directory.toString('latin1', at, at + 4), {
      offset: directory.readUInt32BE(at + 8),
      length: directory.readUInt32BE(at + 12),
    })
  const [os2Table, nameTable] = [tables.get('OS/2'), tables.get('name')]
  if (!os2Table || !nameTable) return undefined
  const os2 = read(os2Table.offset, Math.min(os2Table.length, 96))
  if (os2.length < 78) return undefined
  const selection = os2.readUInt16BE(62)
  const serifStyle = os2[33]!
  return {
    names: readNames(read(nameTable.offset, Math.min(nameTable.length, maxNameBytes))),
    bold: (selection & 0x20) !== 0 || os2.readUInt16BE(4) >= 600,
    italic: (selection & 1) !== 0,
    // PANOSE: Latin text with serifs of any kind; 11 to 15 are sans serif.
    serif: os2[32] === 2 && serifStyle >= 2 && serifStyle <= 10,
    fixed: os2[35] === 9,
    scripts: scriptsOf(os2),
  }
}

/** From the code pages the font declares, and for Greek and Cyrillic from its Unicode ranges. */
function scriptsOf(os2: Buffer): Set<FontScript> {
  const ranges = os2.readUInt32BE(42)
  const codePages = os2.length >= 86 ? os2.readUInt32BE(78) : 0
  const scripts = new Set<FontScript>()
  if ((ranges & (1 << 7)) !== 0 && (ranges & (1 << 9)) !== 0) scripts.add('alphabets')
  if ((codePages & (1 << 17)) !== 0) scripts.add('japanese')
  if ((codePages & (1 << 18)) !== 0) scripts.add('simplified')
  if ((codePages & (1 << 19)) !== 0) scripts.add('korean')
  if ((codePages & (1 << 20)) !== 0) scripts.add('traditional')
  return scripts
}

/** Family, full and PostScript names, in all languages. */
const wantedNames: ReadonlySet<number> = new Set([1, 4, 6, 16])

function readNames(table: Buffer): Set<string> {
  const names = new Set<string>()
  const count = table.readUInt16BE(2)
  const strings = table.readUInt16BE(4)
  for (let index = 0; index < count; index++) {
    const at = 6 + index * 12
    if (at + 12 > table.length) break
    if (!wantedNames.has(table.readUInt16BE(at + 6))) continue
    const start = strings + table.readUInt16BE(at + 10)
    const bytes = table.subarray(start, start + table.readUInt16BE(at + 8))
    const isUnicode = table.readUInt16BE(at) !== 1
    const name = normaliseFontName(isUnicode ? utf16(bytes) : bytes.toString('latin1'))
    if (name) names.add(name)
  }
  return names
}

function utf16(bytes: Buffer): string {
  return new TextDecoder('utf-16be').decode(bytes)
}
