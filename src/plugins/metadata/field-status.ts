import { mayWriteField } from '../permissions.ts'

export type FieldStatus = 'will_apply' | 'locked' | 'no_permission' | 'unchanged' | 'not_provided'

/** One field: what is there, what would come. */
export interface FieldProposal {
  field: string
  /** The lock that closes it; none can be locked. */
  lock?: string
  /** The last word of the permission that it needs. */
  permission: string
  current: unknown
  /** Undefined or empty: the plugin says nothing, and nothing is cleared by that. */
  proposed: unknown
  /** Why it stays as it is although nothing is locked. */
  refusal?: string
}

export interface FieldWithStatus {
  field: string
  currentValue: unknown
  proposedValue: unknown
  status: FieldStatus
  reason: string | null
  /** True of another edition of the book only: not taken over unless somebody wants it. */
  isOfOtherEdition?: true
}

/** Locks win, always; then what the plugin may write; then whether anything would change at all. */
export function withFieldStatus(
  proposal: FieldProposal,
  { locks, permissions }: { locks: readonly string[]; permissions: readonly string[] },
): FieldWithStatus {
  const { field, current, proposed, lock } = proposal
  const judged = (status: FieldStatus, reason: string | null = null): FieldWithStatus => ({
    field,
    currentValue: current ?? null,
    proposedValue: isEmpty(proposed) ? null : proposed,
    status,
    reason,
  })
  if (isEmpty(proposed)) return judged('not_provided')
  if (lock !== undefined && locks.includes(lock)) return judged('locked', 'The field is locked.')
  if (proposal.refusal) return judged('locked', proposal.refusal)
  if (!mayWriteField(permissions, proposal.permission)) {
    return judged('no_permission', 'The plugin isn’t allowed to write this field.')
  }
  return isSame(current, proposed) ? judged('unchanged') : judged('will_apply')
}

export function countFieldStatuses(fields: readonly FieldWithStatus[]) {
  const count = (status: FieldStatus) => fields.filter((one) => one.status === status).length
  return {
    willApply: count('will_apply'),
    locked: count('locked'),
    noPermission: count('no_permission'),
    unchanged: count('unchanged'),
    notProvided: count('not_provided'),
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Lists of names are the same whatever their order and case. */
export function isSame(current: unknown, proposed: unknown): boolean {
  return JSON.stringify(plain(current)) === JSON.stringify(plain(proposed))
}

function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null
  const parts = value.map((one) => (typeof one === 'string' ? one.toLowerCase() : JSON.stringify(one).toLowerCase()))
  return [...new Set(parts)].sort()
}

/** A sort title of its own no longer fits a new title: from then on the new one is sorted by. */
export function proposeTitleSort(
  state: { title: string; titleSort: string | null; locks: readonly string[] },
  record: { title?: string },
): FieldProposal {
  const isNew = record.title !== undefined && record.title !== state.title && !state.locks.includes('title')
  const proposed = isNew && state.titleSort !== null ? record.title : undefined
  return { field: 'titleSort', lock: 'titleSort', permission: 'title', current: state.titleSort, proposed }
}
