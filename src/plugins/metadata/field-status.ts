import { mayWriteField } from '../permissions.ts'

export type FieldStatus = 'will_apply' | 'locked' | 'no_permission' | 'unchanged' | 'not_provided'

/** The current and the proposed value of one field. */
export interface FieldProposal {
  field: string
  /** The lock that protects the field; undefined when it can't be locked. */
  lock?: string
  /** The last word of the permission that it needs. */
  permission: string
  current: unknown
  /** Undefined or empty: the plugin provides no value, which doesn't clear the field. */
  proposed: unknown
  /** Why the field isn't changed although it isn't locked. */
  refusal?: string
}

export interface FieldWithStatus {
  field: string
  currentValue: unknown
  proposedValue: unknown
  status: FieldStatus
  reason: string | null
  /** Describes only another edition: applied only when a user selects it. */
  isOfOtherEdition?: true
}

/** Locks always win; then the plugin's permissions; then whether anything would change. */
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

/** Lists are equal regardless of order and case. */
export function isSame(current: unknown, proposed: unknown): boolean {
  return JSON.stringify(plain(current)) === JSON.stringify(plain(proposed))
}

function plain(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null
  const parts = value.map((one) => (typeof one === 'string' ? one.toLowerCase() : JSON.stringify(one).toLowerCase()))
  return [...new Set(parts)].sort()
}

/** A custom sort title no longer fits a new title: the new title is used for sorting then. */
export function proposeTitleSort(
  state: { title: string; titleSort: string | null; locks: readonly string[] },
  record: { title?: string },
): FieldProposal {
  const isNew = record.title !== undefined && record.title !== state.title && !state.locks.includes('title')
  const proposed = isNew && state.titleSort !== null ? record.title : undefined
  return { field: 'titleSort', lock: 'titleSort', permission: 'title', current: state.titleSort, proposed }
}
