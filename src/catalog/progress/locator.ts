import { validationProblem } from '../../contract/problems.ts'
import { findPathOfHref } from '../../formats/epub/href.ts'
import type { Position } from '../../formats/publication.ts'

/** A Readium locator as apps send it: everything may be absent. */
export interface Locator {
  href?: string
  type?: string
  title?: string
  locations?: { progression?: number; position?: number; totalProgression?: number; fragments?: string[] }
  text?: unknown
  [more: string]: unknown
}

/** The stored form. Apps add what they like, up to a limit. */
export function locatorToText(locator: Locator): string {
  const text = JSON.stringify(locator)
  if (Buffer.byteLength(text) <= MAX_LOCATOR_BYTES) return text
  throw validationProblem([{ path: 'locator', message: `must be at most ${MAX_LOCATOR_BYTES / 1024} KiB of JSON` }])
}

const MAX_LOCATOR_BYTES = 32 * 1024

/**
 * The position (1-based) of a locator. The resource and the progression inside it are the most exact; a position number
 * may have been counted by another rule, so it is used only if the resource is unknown.
 */
export function positionOfLocator(locator: Locator, positions: readonly Position[]): number | undefined {
  const { progression, position, totalProgression } = locator.locations ?? {}
  const inResource = locator.href ? positionsOf(locator.href, positions) : []
  if (inResource.length > 0 && progression !== undefined) {
    const index = Math.min(inResource.length - 1, Math.floor(clamp(progression) * inResource.length))
    return inResource[index]!.position
  }
  if (totalProgression !== undefined && positions.length > 0) {
    return Math.min(positions.length, Math.floor(clamp(totalProgression) * positions.length) + 1)
  }
  if (position !== undefined && position >= 1 && position <= positions.length) return Math.floor(position)
  return inResource[0]?.position
}

export function locatorOfPosition(position: number, positions: readonly Position[]): Locator | undefined {
  const at = positions[Math.min(Math.max(1, position), positions.length) - 1]
  if (!at) return undefined
  return {
    href: at.href,
    type: at.mediaType,
    locations: { progression: at.progression, position: at.position, totalProgression: at.totalProgression },
  }
}

function positionsOf(href: string, positions: readonly Position[]): Position[] {
  const path = findPathOfHref(href, new Set(positions.map((position) => position.href)))
  return positions.filter((position) => position.href === path)
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))
