import { FormatError } from '../errors.ts'
import { ageOfRating } from '../values/age-rating.ts'
import { htmlToPlainText } from '../values/text.ts'
import { withoutUndefined } from '../values/without-undefined.ts'
import { decodeXml } from '../xml/decode.ts'
import type { SidecarLimits } from './read-sidecar-xml.ts'

/** The file that Mylar writes next to the issues of a series. */
export interface SeriesJson {
  /** The name, with the year if several volumes share it. */
  title: string
  name: string
  year?: number
  volume?: number
  publisher?: string
  imprint?: string
  summary?: string
  status?: 'ongoing' | 'ended'
  totalBookCount?: number
  ageRating?: number
  /** Print, Digital, TPB, HC, GN, One-Shot, … */
  format?: string
  coverUrl?: string
  identifiers?: Record<string, string>
}

/** Reads Mylar's series.json, version 1.0.2 and older ones, in which `metadata` is a list and some names differ. */
export function readSeriesJson(bytes: Uint8Array, limits: SidecarLimits): SeriesJson {
  const values = metadataIn(parse(bytes, limits))
  const text = (...keys: string[]) => first(keys, (key) => asText(values[key]))
  const integer = (...keys: string[]) => first(keys, (key) => asInteger(values[key]))
  const name = text('name')
  if (!name) throw new FormatError('metadata', 'series.json names no series.')
  const year = inRange(integer('year'), 1000, 2999)
  const volume = inRange(integer('volume'), 0, 9999)
  const comicId = text('comicid', 'cid')
  return withoutUndefined({
    title: volume !== undefined && volume !== 1 && year ? `${name} (${year})` : name,
    name,
    year,
    volume,
    publisher: text('publisher'),
    imprint: text('imprint'),
    summary: htmlToPlainText(text('description_formatted') ?? text('description_text', 'description')),
    status: status(text('status')),
    totalBookCount: inRange(integer('total_issues'), 1, 1_000_000),
    ageRating: ageOfRating(text('age_rating')),
    format: text('booktype'),
    coverUrl: text('comic_image', 'ComicImage'),
    identifiers: comicId ? { comicvine: comicId } : undefined,
  })
}

function parse(bytes: Uint8Array, limits: SidecarLimits): unknown {
  if (bytes.length > limits.xmlBytes)
    throw new FormatError('metadata', `series.json of ${bytes.length} bytes is too large.`)
  try {
    return JSON.parse(decodeXml(bytes))
  } catch (error) {
    throw new FormatError('metadata', 'series.json is not valid JSON.', undefined, { cause: error })
  }
}

function metadataIn(document: unknown): Record<string, unknown> {
  const metadata = isRecord(document) ? (document.metadata ?? document) : document
  const values = Array.isArray(metadata) ? metadata[0] : metadata
  if (!isRecord(values)) throw new FormatError('metadata', 'series.json holds no metadata.')
  return values
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function first<T>(keys: string[], read: (key: string) => T | undefined): T | undefined {
  for (const key of keys) {
    const value = read(key)
    if (value !== undefined) return value
  }
  return undefined
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && !/^(none|null)?$/i.test(value.trim()) ? value.trim() : undefined
}

function asInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value.trim() || Number.NaN) : value
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

function inRange(value: number | undefined, min: number, max: number): number | undefined {
  return value !== undefined && value >= min && value <= max ? value : undefined
}

function status(written: string | undefined): 'ongoing' | 'ended' | undefined {
  if (/^(continuing|ongoing)$/i.test(written ?? '')) return 'ongoing'
  return /^(ended|completed)$/i.test(written ?? '') ? 'ended' : undefined
}
