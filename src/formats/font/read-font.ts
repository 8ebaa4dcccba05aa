import { FormatError } from '../errors.ts'
import { damagedFont, readNames, readStyle, readTableDirectory, readWeightRange } from './sfnt.ts'
import { unpackWoff2 } from './woff2.ts'

export type FontFormat = 'ttf' | 'otf' | 'woff2'

export interface FontFacts {
  format: FontFormat
  family: string
  weight: number
  isItalic: boolean
  /** The range of weights the font contains; both equal `weight` if it has only one. */
  minWeight: number
  maxWeight: number
}

/** Tables without which a font can't be rendered. */
const required = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name']
const maxUnpacked = 64 * 1024 * 1024

/** Reads the properties of a font file. Throws if it isn't a TrueType, OpenType or WOFF 2 font, or is damaged. */
export async function readFont(input: Uint8Array): Promise<FontFacts> {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength)
  const format = formatOf(bytes)
  const { data, tables } =
    format === 'woff2' ? await unpackWoff2(bytes, maxUnpacked) : { data: bytes, tables: readTableDirectory(bytes) }
  const find = (tag: string) => {
    const table = tables.find((one) => one.tag === tag)
    return table && data.subarray(table.offset, table.offset + table.length)
  }
  if (required.some((tag) => !find(tag)?.length)) throw damagedFont()
  if (!['glyf', 'CFF ', 'CFF2', 'sbix', 'CBDT'].some((tag) => find(tag))) throw damagedFont()
  const names = readNames(find('name')!)
  // Name 16 is the common family name; name 1 includes the weight in families of more than four styles.
  const family = names.get(16) || names.get(1)
  if (!family) throw new FormatError('parser', 'This font has no name.')
  const style = readStyle(find('OS/2'))
  const weights = readWeightRange(find('fvar')) ?? { minWeight: style.weight, maxWeight: style.weight }
  return { format, family, ...style, ...weights }
}

function formatOf(bytes: Buffer): FontFormat {
  const magic = bytes.toString('latin1', 0, 4)
  if (magic === '\0\u0001\0\0' || magic === 'true') return 'ttf'
  if (magic === 'OTTO') return 'otf'
  if (magic === 'wOF2') return 'woff2'
  throw new FormatError('format_detection', 'This is not a TTF, OTF or WOFF2 font.')
}
