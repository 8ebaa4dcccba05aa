import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { damagedFont, type FontTable, maxFontTables } from './sfnt.ts'

/** Tags that WOFF 2 encodes as an index. */
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'.match(
    /.{4}(?: |$)/g,
  )!

const headerLength = 48
const unpack = promisify(brotliDecompress)

/** The tables of a WOFF 2 font, unpacked into one buffer. Refuses data longer than its header declares. */
export async function unpackWoff2(bytes: Buffer, maxBytes: number): Promise<{ data: Buffer; tables: FontTable[] }> {
  if (bytes.length < headerLength || bytes.readUInt32BE(8) !== bytes.length) throw damagedFont()
  if (bytes.toString('latin1', 4, 8) === 'ttcf') throw damagedFont()
  const count = bytes.readUInt16BE(12)
  const packedLength = bytes.readUInt32BE(20)
  if (count === 0 || count > maxFontTables) throw damagedFont()
  const tables: FontTable[] = []
  let at = headerLength
  let total = 0
  const base128 = () => {
    let value = 0
    for (let digit = 0; digit < 5; digit++) {
      const byte = bytes[at++]
      if (byte === undefined || (digit === 0 && byte === 0x80)) throw damagedFont()
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    throw damagedFont()
  }
  for (let index = 0; index < count; index++) {
    const flags = bytes[at++] ?? 0
    let tag = knownTags[flags & 0x3f]?.slice(0, 4)
    if ((flags & 0x3f) === 0x3f) {
      tag = bytes.toString('latin1', at, at + 4)
      at += 4
    }
    const original = base128()
    const version = flags >> 6
    const isOutline = tag === 'glyf' || tag === 'loca'
    const isTransformed = isOutline ? version !== 3 : version !== 0
    const length = isTransformed ? base128() : original
    tables.push({ tag: tag ?? '', offset: total, length })
    total += length
    if (total > maxBytes) throw damagedFont()
  }
  if (at + packedLength > bytes.length) throw damagedFont()
  let data: Buffer
  try {
    data = await unpack(bytes.subarray(at, at + packedLength), { maxOutputLength: total || 1 })
  } catch {
    throw damagedFont()
  }
  if (data.length !== total) throw damagedFont()
  return { data, tables }
}
