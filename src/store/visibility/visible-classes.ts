import { decodeClassAge } from './class-age.ts'

/** The rights that decide which series a user may see. */
export interface ViewingRights {
  /** undefined: every library. */
  libraryIds?: readonly number[]
  allowTagIds: readonly number[]
  denyTagIds: readonly number[]
  ageLimit: number | null
  allowUnrated: boolean
  /** With an age limit that hides unrated series: an allowed tag shows a series whatever its age rating. */
  tagsOverrideAge?: boolean
}

/**
 * What a user may see, as a set of classes (distinct combinations of library, age rating and sharing tags). `key`
 * identifies the set: users with equal keys see the same.
 */
export interface Visibility {
  readonly everything: boolean
  /** They see only part of the libraries they may open, so they must not learn the totals. */
  readonly inPart: boolean
  readonly classes: readonly number[]
  /** One byte per class, starting at 1: SQLite looks a class up in it faster than in a list. */
  readonly bits: Uint8Array
  /** undefined: every library. */
  readonly libraryIds?: readonly number[]
  readonly key: string
}

export interface VisibilityClassRow {
  id: number
  library_id: number
  age_rating: number
  sharing_tags: string
}

export const seesEverything: Visibility = {
  everything: true,
  inPart: false,
  classes: [],
  bits: new Uint8Array(),
  key: '*',
}

/** The classes that these rights allow. */
export function visibleClasses(classes: readonly VisibilityClassRow[], rights: ViewingRights): Visibility {
  if (isUnrestricted(rights)) return seesEverything
  const visible = classes.filter((row) => isVisible(row, rights)).map((row) => row.id)
  const bits = new Uint8Array(Math.max(0, ...visible))
  for (const id of visible) bits[id - 1] = 1
  const key = `${rights.libraryIds?.join(',') ?? '*'}/${visible.join(',')}`
  return {
    everything: false,
    inPart: !isUnrestricted({ ...rights, libraryIds: undefined }),
    classes: visible,
    bits,
    libraryIds: rights.libraryIds,
    key,
  }
}

export function isUnrestricted(rights: ViewingRights): boolean {
  return (
    rights.libraryIds === undefined &&
    rights.allowTagIds.length === 0 &&
    rights.denyTagIds.length === 0 &&
    rights.ageLimit === null &&
    rights.allowUnrated
  )
}

/** Deny wins over allow; one allowed tag turns the rest into a whitelist. */
function isVisible(row: VisibilityClassRow, rights: ViewingRights): boolean {
  if (rights.libraryIds && !rights.libraryIds.includes(row.library_id)) return false
  const tags = row.sharing_tags ? row.sharing_tags.split(',').map(Number) : []
  if (tags.some((tag) => rights.denyTagIds.includes(tag))) return false
  const isAllowed = tags.some((tag) => rights.allowTagIds.includes(tag))
  if (tagsOverrideAgeLimit(rights)) return isAllowed || fitsAge(row, rights)
  return fitsAge(row, rights) && (rights.allowTagIds.length === 0 || isAllowed)
}

/** Whether a matching age or an allowed tag is enough to see a series; otherwise it needs both. */
export function tagsOverrideAgeLimit({ tagsOverrideAge, ageLimit, allowUnrated, allowTagIds }: ViewingRights): boolean {
  return tagsOverrideAge === true && ageLimit !== null && !allowUnrated && allowTagIds.length > 0
}

function fitsAge(row: VisibilityClassRow, { ageLimit, allowUnrated }: ViewingRights): boolean {
  const { ageRating, isUnanalysed } = decodeClassAge(row.age_rating)
  if (isUnanalysed && ageLimit !== null) return false
  if (ageRating === null) return allowUnrated
  return ageLimit === null || ageRating <= ageLimit
}
