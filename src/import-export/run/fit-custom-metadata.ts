import { CUSTOM_METADATA_MAX_BYTES } from '../../catalog/metadata/custom-metadata.ts'

/** Cuts the longest texts until the whole fits, with room for existing entries. */
export function fitCustomMetadata(value: unknown, onCut: () => void): unknown {
  if (typeof value !== 'object' || value === null || bytesOf(value) <= ROOM) return value
  const fitting: Record<string, unknown> = { ...value }
  onCut()
  for (let excess = bytesOf(fitting) - ROOM; excess > 0; excess = bytesOf(fitting) - ROOM) {
    const [name, longest] = Object.entries(fitting).reduce((a, b) => (bytesOf(a[1]) >= bytesOf(b[1]) ? a : b))
    if (typeof longest !== 'string' || longest.length < 100) delete fitting[name]
    // In characters, each of which is at least one byte.
    else fitting[name] = longest.slice(0, Math.max(longest.length - excess, longest.length >> 1)).replace(HALF, '')
  }
  return fitting
}

const ROOM = CUSTOM_METADATA_MAX_BYTES * 0.9
const HALF = /[\ud800-\udbff]$/
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')
