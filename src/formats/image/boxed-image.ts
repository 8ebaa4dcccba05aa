import type { ImageHeader } from './image-header.ts'
import { probeJxlCodestream } from './jxl.ts'

/** Images in boxes (ISO/IEC 14496-12): AVIF and HEIC (23008-12), JPEG XL in its container, JPEG 2000. */
export function probeBoxedImage(head: Buffer): ImageHeader | undefined {
  let mediaType: string | undefined
  for (let box = readBox(head, 0); box; box = readBox(head, box.end)) {
    if (box.type === 'ftyp')
      mediaType = mediaTypeOfBrands(head.toString('latin1', box.start, Math.min(box.end, head.length)))
    if (box.type === 'JXL ') mediaType = 'image/jxl'
    if (box.type === 'jP  ') mediaType = 'image/jp2'
    if (mediaType === undefined && box.type === 'ftyp') return undefined
    if (box.type === 'jxlc') return probeJxlCodestream(head, box.start)
    // Parts of a codestream, each preceded by its number.
    if (box.type === 'jxlp') return probeJxlCodestream(head, box.start + 4)
    if (box.type === 'meta' || box.type === 'jp2h') {
      if (box.end > head.length) return { mediaType: mediaType!, width: null, height: null, needs: box.end }
      return { mediaType: mediaType!, ...(box.type === 'meta' ? sizeFromMeta(head, box) : sizeFromJp2(head, box)) }
    }
    // Sequences store the size in their movie header instead; only the first picture would be displayed.
    if (box.end > head.length)
      return { mediaType: mediaType ?? 'image/avif', width: null, height: null, needs: box.end + 64 }
  }
  return mediaType === undefined ? undefined : { mediaType, width: null, height: null }
}

interface Box {
  type: string
  start: number
  end: number
}

function readBox(bytes: Buffer, at: number, limit = bytes.length): Box | undefined {
  if (at + 8 > limit) return undefined
  const size = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + 8)
  if (size === 1) {
    if (at + 16 > limit) return undefined
    const end = at + Number(bytes.readBigUInt64BE(at + 8))
    return end >= at + 16 ? { type, start: at + 16, end } : undefined
  }
  if (size === 0) return { type, start: at + 8, end: limit }
  return size >= 8 ? { type, start: at + 8, end: at + size } : undefined
}

function* boxesIn(bytes: Buffer, start: number, end: number): Generator<Box> {
  const limit = Math.min(end, bytes.length)
  for (let box = readBox(bytes, start, limit); box && box.end <= limit; box = readBox(bytes, box.end, limit)) yield box
}

function mediaTypeOfBrands(brands: string): string | undefined {
  if (/avi[fs]/.test(brands)) return 'image/avif'
  if (/jxl /.test(brands)) return 'image/jxl'
  if (/hei[cxms]|hev[cxms]/.test(brands)) return 'image/heic'
  if (/m[is]f1/.test(brands)) return 'image/heif'
  return /jp[2x] /.test(brands) ? 'image/jp2' : undefined
}

interface Size {
  width: number | null
  height: number | null
}

const NO_SIZE: Size = { width: null, height: null }

function sizeFromJp2(head: Buffer, box: Box): Size {
  for (const { type, start } of boxesIn(head, box.start, box.end)) {
    if (type === 'ihdr') return { width: head.readUInt32BE(start + 4), height: head.readUInt32BE(start) }
  }
  return NO_SIZE
}

/** The size from the properties of the primary item: its extent, then crop and rotation, in that order. */
function sizeFromMeta(head: Buffer, meta: Box): Size {
  const properties: Box[] = []
  let primary = 1
  let associated: number[] | undefined
  // A full box begins with four bytes of version and flags. The primary item is declared before its properties.
  for (const box of boxesIn(head, meta.start + 4, meta.end)) {
    if (box.type === 'pitm')
      primary = head[box.start] === 0 ? head.readUInt16BE(box.start + 4) : head.readUInt32BE(box.start + 4)
    if (box.type !== 'iprp') continue
    for (const inner of boxesIn(head, box.start, box.end)) {
      if (inner.type === 'ipco') properties.push(...boxesIn(head, inner.start, inner.end))
      if (inner.type === 'ipma') associated ??= readAssociations(head, inner, primary)
    }
  }
  const own = associated ? associated.map((index) => properties[index - 1]) : properties
  const extent = own.find((box) => box?.type === 'ispe')
  if (!extent) return NO_SIZE
  let width = head.readUInt32BE(extent.start + 4)
  let height = head.readUInt32BE(extent.start + 8)
  const crop = own.find((box) => box?.type === 'clap')
  if (crop) {
    width = Math.floor(head.readUInt32BE(crop.start) / head.readUInt32BE(crop.start + 4))
    height = Math.floor(head.readUInt32BE(crop.start + 8) / head.readUInt32BE(crop.start + 12))
  }
  const rotation = own.find((box) => box?.type === 'irot')
  const isTurned = rotation !== undefined && (head.readUInt8(rotation.start) & 1) === 1
  return isTurned ? { width: height, height: width } : { width, height }
}

/** 1-based indices of the item's properties. */
function readAssociations(head: Buffer, box: Box, item: number): number[] | undefined {
  const version = head.readUInt8(box.start)
  const isWide = (head.readUInt8(box.start + 3) & 1) === 1
  const count = head.readUInt32BE(box.start + 4)
  let at = box.start + 8
  for (let entry = 0; entry < count && at < box.end; entry++) {
    const id = version === 0 ? head.readUInt16BE(at) : head.readUInt32BE(at)
    at += version === 0 ? 2 : 4
    const amount = head.readUInt8(at++)
    const indices: number[] = []
    for (let index = 0; index < amount; index++, at += isWide ? 2 : 1) {
      // The top bit marks the property as essential.
      indices.push(isWide ? head.readUInt16BE(at) & 0x7fff : head.readUInt8(at) & 0x7f)
    }
    if (id === item) return indices
  }
  return undefined
}
