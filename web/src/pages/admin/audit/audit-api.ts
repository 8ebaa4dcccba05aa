import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { AuditEntry } from '../../../../../src/contract/audit.ts'
import type { AuditEvent } from '../../../../../src/contract/audit-event-labels.ts'
import { api } from '../../../api/client.ts'
import type { Page } from '../../../api/types.ts'

export type { AuditEntry, AuditEvent }

export interface AuditLogFilter {
  event?: AuditEvent
  userId?: string
  search?: string
  /** Dates in the user's time zone, both inclusive. */
  from?: string
  to?: string
}

export const auditQuery = ({ from, to, ...same }: AuditLogFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', from, to, same],
    staleTime: 0,
    placeholderData: keepPreviousData,
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) => {
      const query = { ...same, after: startOf(from), before: startOf(to, 1), page: pageParam, pageSize: 50 }
      return api.get<Page<AuditEntry>>('/admin/audit', { query, signal })
    },
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  })

/** Midnight in the user's time zone, `later` days on; undefined while a date is incomplete. */
function startOf(date: string | undefined, later = 0): string | undefined {
  const midnight = new Date(`${date}T00:00:00`)
  if (!date || Number.isNaN(midnight.getTime())) return undefined
  midnight.setDate(midnight.getDate() + later)
  return midnight.toISOString()
}
