import { createHash } from 'node:crypto'
import { facetKey } from '../../store/text/fold-letters.ts'

/**
 * `take`: it may be written. `same`: it hasn't changed there since the last run, so our value stays. `locked`: it was
 * set or locked here.
 */
export type FieldDecision = 'take' | 'same' | 'locked'
export type DecideField = (lock: string) => FieldDecision

/** What an earlier run remembered of one book or series. */
export interface ImportedState {
  /** Hash of the whole record. */
  hash: string
  /** By lock: hashes of their value and of ours after the import. Undefined in states of versions without them. */
  fields: ReadonlyMap<string, { theirs: string; ours: string }> | undefined
}

/** `HASH field:THEIRS:OURS …`, or only the hash. */
export function parseImportedState(text: string | null | undefined): ImportedState | undefined {
  if (!text) return undefined
  const [hash = '', ...fields] = text.split(' ')
  if (fields.length === 0) return { hash, fields: undefined }
  const entries = fields.flatMap((one) => {
    const [lock, theirs, ours] = one.split(':')
    return lock && theirs && ours ? [[lock, { theirs, ours }] as const] : []
  })
  return { hash, fields: new Map(entries) }
}

interface Merge<Entity> {
  /** Undefined in the first run. */
  known: ImportedState | undefined
  hash: string
  /** Their values, by lock. */
  theirs: ReadonlyMap<string, unknown>
  readField: (entity: Entity, lock: string) => unknown
  /** Reports what it leaves out, unless it is a trial. */
  edit: (decide: DecideField, isTrial: boolean) => Entity
}

/**
 * Imports fields that have changed there, and returns the state to store. A field that the import itself locked follows
 * the other server until it is changed here.
 */
export function takeChangedFields<Entity extends { locks: readonly string[] }>(
  before: Entity,
  { known, hash, theirs, readField, edit }: Merge<Entity>,
): { after: Entity; state: string } {
  const oursOf = (entity: Entity, lock: string) => hashOfField(lock, readField(entity, lock))
  const theirsOf = (lock: string) => hashOfField(lock, theirs.get(lock))
  let tried: Entity | undefined
  const decide: DecideField = (lock) => {
    const earlier = known?.fields?.get(lock)
    if (earlier?.theirs === theirsOf(lock)) return 'same'
    if (!before.locks.includes(lock)) return 'take'
    if (earlier) return earlier.ours === oursOf(before, lock) ? 'take' : 'locked'
    if (!known || known.fields) return 'locked'
    // It is unknown who locked it: presumably the import, if our value equals theirs.
    tried ??= edit(() => 'take', true)
    return oursOf(tried, lock) === oursOf(before, lock) ? 'take' : 'locked'
  }
  const after = edit(decide, false)
  const remembered = new Map(known?.fields)
  for (const lock of theirs.keys()) {
    if (decide(lock) !== 'take') continue
    if (after.locks.includes(lock)) remembered.set(lock, { theirs: theirsOf(lock), ours: oursOf(after, lock) })
    else remembered.delete(lock)
  }
  const fields = [...remembered].map(([lock, one]) => `${lock}:${one.theirs}:${one.ours}`)
  return { after, state: `${hash} ${fields.join(' ')}` }
}

export const shortHash = (value: unknown, length = 16): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex')
    .slice(0, length)

/** Genres and tags have no order, and keep the spelling of their first use, so case and order are ignored. */
function hashOfField(lock: string, value: unknown): string {
  const isFacet = (lock === 'genres' || lock === 'tags') && Array.isArray(value)
  return shortHash(isFacet ? [...new Set(value.map((name) => facetKey(String(name))))].sort() : value, 8)
}
