import { inflateSync } from 'node:zlib'
import type { FileSource } from '../archive/file-source.ts'

/** Number of bytes searched at either end of a file: PDFium has no call that returns the stream. */
const searchedBytes = 1024 * 1024
/** Maximum number of object streams searched for the catalogue. */
const maxObjectStreams = 200
const maxInflated = 4 * 1024 * 1024

/**
 * The metadata stream of the document, referenced by the catalogue (ISO 32000-1 §14.3.2). Pictures in the document have
 * their own packets, which describe only the picture. Undefined if there is none or the catalogue isn't found.
 */
export function findXmpStream(source: FileSource): Buffer | undefined {
  const parts = searchedParts(source)
  const found = catalogues(parts).at(-1)
  const reference = /\/Metadata\s+(\d+)\s+(\d+)\s+R/.exec(found ?? '')
  if (!reference) return undefined
  const [, number, generation] = reference
  const heads = new RegExp(`(?:^|[\\s>])${number}\\s+${generation}\\s+obj\\b`, 'g')
  // The last one: incremental saves append newer objects at the end.
  for (const part of parts.toReversed()) {
    for (const head of [...part.text.matchAll(heads)].toReversed()) {
      const stream = streamAt(part, head.index)
      if (stream) return stream
    }
  }
  return undefined
}

interface Part {
  bytes: Buffer
  /** The same, one character per byte. */
  text: string
}

function searchedParts(source: FileSource): Part[] {
  const isWhole = source.size <= 2 * searchedBytes
  const ranges = isWhole
    ? [source.readAt(0, source.size)]
    : [source.readAt(0, searchedBytes), source.readAt(source.size - searchedBytes, searchedBytes)]
  return ranges.map((bytes) => ({ bytes, text: bytes.toString('latin1') }))
}

/** The dictionaries of all catalogues in the order of the file, as text. */
function catalogues(parts: readonly Part[]): string[] {
  const found: string[] = []
  for (const part of parts) {
    let streams = 0
    for (const mark of part.text.matchAll(/\/Type\s*\/(Catalog|ObjStm)\b/g)) {
      if (mark[1] === 'Catalog') found.push(objectAround(part.text, mark.index))
      else if (streams++ < maxObjectStreams) {
        const start = Math.max(part.text.lastIndexOf(' obj', mark.index), 0)
        const packed = streamAt(part, start)?.toString('latin1') ?? ''
        const at = packed.search(/\/Type\s*\/Catalog\b/)
        if (at >= 0) found.push(dictionaryAround(packed, at))
      }
    }
  }
  return found
}

function objectAround(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf(' obj', at), 0)
  const end = text.indexOf('endobj', at)
  return text.slice(start, end < 0 ? at + 4096 : end)
}

/** Object streams have nothing between objects: the outermost dictionary around a position is the object. */
function dictionaryAround(text: string, at: number): string {
  let depth = 0
  let start = 0
  for (const mark of text.matchAll(/<<|>>/g)) {
    if (mark[0] === '<<') {
      if (depth++ === 0) start = mark.index
    } else if (--depth <= 0) {
      depth = 0
      if (start <= at && mark.index > at) return text.slice(start, mark.index + 2)
    }
  }
  return ''
}

/** The content of the stream object at a position; undefined if it isn't one, or has an uncommon encoding. */
function streamAt({ bytes, text }: Part, at: number): Buffer | undefined {
  const start = /stream\r?\n/g
  start.lastIndex = at
  const begin = start.exec(text)
  const limit = text.indexOf('endobj', at)
  if (!begin || (limit >= 0 && begin.index > limit)) return undefined
  const dictionary = text.slice(at, begin.index)
  const end = text.indexOf('endstream', begin.index + 6)
  if (end < 0) return undefined
  const content = bytes.subarray(begin.index + begin[0].length, end)
  if (!/\/Filter\b/.test(dictionary)) return content
  if (!/\/Filter\s*\[?\s*\/FlateDecode\s*\]?/.test(dictionary) || /\/DecodeParms\b/.test(dictionary)) return undefined
  try {
    return inflateSync(content, { maxOutputLength: maxInflated })
  } catch {
    return undefined
  }
}
