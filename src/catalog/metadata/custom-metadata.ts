import { validationProblem } from '../../contract/problems.ts'

export type CustomMetadata = Record<string, unknown>

/** The value stored after an edit, as JSON. A patch is merged into the existing value; otherwise it replaces it. */
export function editCustomMetadata(
  before: string | null,
  given: CustomMetadata | null,
  isPatch: boolean,
): string | null {
  if (given === null) return null
  requireShallow(given)
  const merged = isPatch ? applyJsonMergePatch(before === null ? {} : JSON.parse(before), given) : given
  const json = JSON.stringify(merged)
  const bytes = Buffer.byteLength(json)
  if (bytes > CUSTOM_METADATA_MAX_BYTES) throw fault(`must be at most ${CUSTOM_METADATA_MAX_BYTES} bytes, not ${bytes}`)
  return json
}

/** JSON Merge Patch (RFC 7386): null removes a member, objects are merged, everything else replaces. */
export function applyJsonMergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name)
    else merged.set(name, applyJsonMergePatch(merged.get(name), value))
  }
  // Not by assignment: a member named __proto__ is a member like any other.
  return Object.fromEntries(merged)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Before any recursion: each level costs a call. */
function requireShallow(given: unknown): void {
  let level = [given]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_LEVELS) throw fault(`must not be nested more than ${MAX_LEVELS} levels deep`)
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
}

export const CUSTOM_METADATA_MAX_BYTES = 64 * 1024
const MAX_LEVELS = 32

const fault = (message: string) => validationProblem([{ path: 'customMetadata', message }])
