import { hasAllNumbers, type NumberSpan, type OwnedNumbers } from './number-spans.ts'

/** The chapters of each volume of a series: `{ "1": [1, 7] }` or `{ "1": { "start": 1, "end": 7 } }`. */
export type VolumeChapterMap = Record<string, unknown>

/**
 * Owning a volume means owning its chapters, and owning all chapters of a volume means owning the volume. Without a map
 * the two are counted separately.
 */
export function ownedWithVolumeChapters(
  { volumes, chapters }: { volumes: ReadonlySet<number>; chapters: ReadonlySet<number> },
  map: VolumeChapterMap | null,
): { volumes: OwnedNumbers; chapters: OwnedNumbers } {
  const known = Object.entries(map ?? {}).flatMap(([volume, value]) => {
    const span = spanOf(value)
    return span ? [{ volume: Number(volume), span }] : []
  })
  const alone: OwnedNumbers = { numbers: chapters, spans: [] }
  const complete = known.filter(({ span }) => hasAllNumbers([span], alone)).map(({ volume }) => volume)
  const covered = known.filter(({ volume }) => volumes.has(volume)).map(({ span }) => span)
  return {
    volumes: { numbers: new Set([...volumes, ...complete]), spans: [] },
    chapters: { numbers: chapters, spans: covered },
  }
}

/** Undefined for entries that an earlier version stored without checking them. */
function spanOf(value: unknown): NumberSpan | undefined {
  const [start, end] = Array.isArray(value) ? value : Object.values(pickSpan(value))
  return typeof start === 'number' && typeof end === 'number' && start <= end ? { start, end } : undefined
}

function pickSpan(value: unknown): { start: unknown; end: unknown } {
  const { start, end } = (value ?? {}) as { start?: unknown; end?: unknown }
  return { start, end }
}
