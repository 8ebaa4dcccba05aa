import type { Page } from '../../formats/publication.ts'
import { deflateJson, inflateJson } from './deflated-json.ts'

/**
 * The pages of a book and the position of their bytes, in one blob per book: stored by column, so that they compress to
 * a few bytes per page.
 */
export function encodePageIndex(pages: readonly Page[]): Uint8Array {
  const types: string[] = []
  const column = <T>(of: (page: Page) => T): T[] => pages.map(of)
  const columns: Columns = {
    types,
    name: column((page) => page.fileName),
    type: column((page) => indexIn(types, page.mediaType)),
    width: column((page) => page.width),
    height: column((page) => page.height),
    size: column((page) => page.size),
    entry: column((page) => page.entry),
  }
  if (pages.some((page) => page.bytes)) {
    columns.at = column((page) => page.bytes?.offset ?? null)
    columns.packed = column((page) => page.bytes?.packedSize ?? null)
    columns.unpacked = column((page) => page.bytes?.size ?? null)
    columns.method = column((page) => page.bytes?.method ?? null)
    columns.crc = column((page) => page.bytes?.crc32 ?? null)
  }
  return deflateJson(columns)
}

export function decodePageIndex(bytes: Uint8Array): Page[] {
  const columns = inflateJson(bytes) as Columns
  return columns.name.map((fileName, index) => ({
    fileName,
    mediaType: columns.types[columns.type[index]!]!,
    width: columns.width[index]!,
    height: columns.height[index]!,
    size: columns.size[index]!,
    entry: columns.entry[index]!,
    bytes: bytesAt(columns, index),
  }))
}

interface Columns {
  types: string[]
  name: string[]
  type: number[]
  width: (number | null)[]
  height: (number | null)[]
  size: (number | null)[]
  entry: (number | null)[]
  at?: (number | null)[]
  packed?: (number | null)[]
  unpacked?: (number | null)[]
  method?: (0 | 8 | null)[]
  crc?: (number | null)[]
}

function bytesAt(columns: Columns, index: number): Page['bytes'] {
  const offset = columns.at?.[index]
  if (offset === undefined || offset === null) return null
  return {
    offset,
    packedSize: columns.packed![index]!,
    size: columns.unpacked![index]!,
    method: columns.method![index]!,
    crc32: columns.crc![index]!,
  }
}

function indexIn(list: string[], text: string): number {
  const found = list.indexOf(text)
  return found >= 0 ? found : list.push(text) - 1
}
