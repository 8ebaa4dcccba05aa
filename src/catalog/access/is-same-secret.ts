import { hash, timingSafeEqual } from 'node:crypto'

/**
 * Takes the same time wherever the first difference is. Both are hashed first: comparing texts of different lengths
 * would reveal the length.
 */
export function isSameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'))
}
