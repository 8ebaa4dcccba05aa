import type { FileSource } from './archive/file-source.ts'
import type { ArchiveKind } from './archive/open-archive.ts'
import { isTarHeader } from './archive/tar-header.ts'
import { FormatError } from './errors.ts'

export type FileKind = ArchiveKind | { container: 'pdf' }

/** Detects the kind of a file from its bytes; the name is ignored, since half of all `.cbr` are ZIP archives. */
export function detectFileKind(source: FileSource): FileKind {
  if (source.size === 0) throw new FormatError('format_detection', 'The file is empty.')
  const head = source.readAt(0, HEAD)
  for (const { magic, kind } of SIGNATURES) if (head.subarray(0, magic.length).equals(magic)) return kind
  // PDF readers accept the header anywhere in the first KiB (ISO 32000-1, annex H.3.4.1), and some look further.
  if (head.includes('%PDF-')) return { container: 'pdf' }
  if (isTarHeader(head.subarray(0, 512))) return { container: 'tar', packing: null }
  // A self-extracting archive, or one with data prepended: look for RAR's signature, then for a ZIP's end record.
  if (head.includes(RAR_SIGNATURE)) return { container: head.includes(RAR5_SIGNATURE) ? 'rar' : 'rar4' }
  const tail = source.readAt(Math.max(0, source.size - TAIL), TAIL)
  if (tail.includes('PK\x05\x06', 0, 'latin1')) return { container: 'zip' }
  throw new FormatError(
    'format_detection',
    'This file format is not supported. Lectern reads ZIP, RAR, 7z, tar, EPUB and PDF.',
  )
}

const HEAD = 4096
const TAIL = 66_000
const RAR_SIGNATURE = Buffer.from('Rar!\x1a\x07', 'latin1')
const RAR5_SIGNATURE = Buffer.from('Rar!\x1a\x07\x01', 'latin1')

const SIGNATURES: { magic: Buffer; kind: FileKind }[] = [
  { magic: Buffer.from('PK\x03\x04', 'latin1'), kind: { container: 'zip' } },
  { magic: Buffer.from('PK\x05\x06', 'latin1'), kind: { container: 'zip' } },
  // The first part of a split archive, or an archive that was prepared for splitting but fits in one part (APPNOTE
  // §8.5.4).
  { magic: Buffer.from('PK\x07\x08PK', 'latin1'), kind: { container: 'zip' } },
  { magic: Buffer.from('PK00PK', 'latin1'), kind: { container: 'zip' } },
  { magic: RAR5_SIGNATURE, kind: { container: 'rar' } },
  { magic: RAR_SIGNATURE, kind: { container: 'rar4' } },
  { magic: Buffer.from('RE\x7e\x5e', 'latin1'), kind: { container: 'rar4' } },
  { magic: Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), kind: { container: '7z' } },
  { magic: Buffer.from('%PDF-', 'latin1'), kind: { container: 'pdf' } },
  { magic: Buffer.from([0x1f, 0x8b]), kind: { container: 'tar', packing: 'gzip' } },
  { magic: Buffer.from([0x1f, 0x9d]), kind: { container: 'tar', packing: 'compress' } },
  { magic: Buffer.from('BZh', 'latin1'), kind: { container: 'tar', packing: 'bzip2' } },
  { magic: Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]), kind: { container: 'tar', packing: 'xz' } },
  { magic: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), kind: { container: 'tar', packing: 'zstd' } },
]
