import { shortHash } from './take-changed-fields.ts'

export interface ListTexts {
  name: string
  summary: string | null
  isOrdered: boolean
}

export interface ListsToMerge {
  theirs: ListTexts & { memberIds: readonly string[] }
  /** Undefined if it is to be created. */
  ours: ListTexts | undefined
  /** What an earlier run stored: undefined if there was none, null if a version stored nothing. */
  earlier: string | null | undefined
  /** Our ids of their members that exist here, in their order. */
  memberIds: readonly number[]
}

export interface ListMerge {
  /** Undefined if they stay as they are. */
  newTexts: ListTexts | undefined
  mergeMembers(held: readonly number[]): number[]
  /** What the next run has to know. */
  describe(held: readonly number[]): string
}

/**
 * How a list of theirs is merged into one of ours. What only they changed since the last run is taken over; what was
 * changed here stays, also the order. Members that ours lacks are added in any case.
 */
export function planListMerge({ theirs, ours, earlier, memberIds }: ListsToMerge): ListMerge {
  const known = parseState(earlier)
  const isChangedOnlyThere = (field: Field, theirValue: unknown, ourValue: unknown) => {
    const stored = known.get(field)
    return stored !== undefined && stored.theirs !== hashOf(theirValue) && stored.ours === hashOf(ourValue)
  }
  const before = ours ?? theirs
  const take = <Name extends keyof ListTexts>(field: Name): ListTexts[Name] =>
    isChangedOnlyThere(field, theirs[field], before[field]) ? theirs[field] : before[field]
  const after = { name: take('name'), summary: take('summary'), isOrdered: take('isOrdered') }
  const mergeMembers = (held: readonly number[]) =>
    earlier === undefined || isChangedOnlyThere('members', theirs.memberIds, held)
      ? putFirst(memberIds, held)
      : insertMissing(memberIds, held)
  const describeField = (field: Field, theirValue: unknown, { was, is, wouldBe }: Record<OurValue, unknown>) => {
    const stored = known.get(field)
    const isAsImported = stored ? stored.ours === hashOf(was) : hashOf(is) === hashOf(wouldBe)
    return `${field}:${hashOf(theirValue)}:${isAsImported ? hashOf(is) : (stored?.ours ?? CHANGED_HERE)}`
  }
  return {
    newTexts: TEXTS.some((field) => after[field] !== before[field]) ? after : undefined,
    mergeMembers,
    describe: (held) => {
      const texts = TEXTS.map((field) =>
        describeField(field, theirs[field], { was: before[field], is: after[field], wouldBe: theirs[field] }),
      )
      const is = mergeMembers(held)
      const members = { was: held, is, wouldBe: putFirst(memberIds, is) }
      return [...texts, describeField('members', theirs.memberIds, members)].join(' ')
    },
  }
}

const TEXTS = ['name', 'summary', 'isOrdered'] as const
type Field = (typeof TEXTS)[number] | 'members'
/** Our value before and after this run, and what it would be if theirs were simply taken. */
type OurValue = 'was' | 'is' | 'wouldBe'

/** Instead of the hash of our value, if ours was another one from the beginning. */
const CHANGED_HERE = '-'

/** `field:THEIRS:OURS …` */
function parseState(text: string | null | undefined): Map<string, { theirs: string; ours: string }> {
  return new Map(
    (text ?? '').split(' ').flatMap((one) => {
      const [field, theirs, ours] = one.split(':')
      return field && theirs && ours ? [[field, { theirs, ours }] as const] : []
    }),
  )
}

const hashOf = (value: unknown): string => shortHash(value, 8)

/** Theirs in their order, then those that only we have. */
function putFirst(wanted: readonly number[], held: readonly number[]): number[] {
  const first = new Set(wanted)
  return [...first, ...held.filter((id) => !first.has(id))]
}

/** Ours in our order; each one that is missing follows the member that it follows there. */
function insertMissing(wanted: readonly number[], held: readonly number[]): number[] {
  const isHeld = new Set(held)
  const toInsert = new Map<number | undefined, number[]>()
  let previous: number | undefined
  for (const id of new Set(wanted)) {
    if (isHeld.has(id)) previous = id
    else
      toInsert
        .set(previous, toInsert.get(previous) ?? [])
        .get(previous)!
        .push(id)
  }
  return [...(toInsert.get(undefined) ?? []), ...held.flatMap((id) => [id, ...(toInsert.get(id) ?? [])])]
}
