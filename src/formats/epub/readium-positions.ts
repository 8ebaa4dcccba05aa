import { FormatError } from '../errors.ts'
import type { Position } from '../publication.ts'

export interface SizedSpineItem {
  href: string
  mediaType: string
  /** Size in the archive: Readium counts packed bytes. */
  packedSize: number
  isFixed: boolean
}

/**
 * Readium's position list (EpubPositionsService): one position per started 1,024 packed bytes of a spine item, at least
 * one; exactly one for a fixed-layout page. In a fixed-layout book that is every item: readers display such a book
 * fixed throughout, whatever single items declare.
 */
export function readiumPositionsOf(items: readonly SizedSpineItem[]): Position[] {
  const counts = items.map(positionCount)
  const total = counts.reduce((sum, count) => sum + count, 0)
  // A spine may list one large item any number of times.
  if (total > maxPositions)
    throw new FormatError('parser', `The reading order is too long: ${total} positions.`, { limit: 'positions' })
  const positions: Position[] = []
  for (const [at, { href, mediaType }] of items.entries()) {
    for (let within = 0; within < counts[at]!; within++) {
      positions.push({
        href,
        mediaType,
        position: positions.length + 1,
        progression: within / counts[at]!,
        totalProgression: positions.length / total,
      })
    }
  }
  return positions
}

const maxPositions = 250_000

function positionCount({ packedSize, isFixed }: SizedSpineItem): number {
  return isFixed ? 1 : Math.max(1, Math.ceil(packedSize / 1024))
}
