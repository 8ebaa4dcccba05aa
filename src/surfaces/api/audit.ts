import { type AuditEntry, audit } from '../../contract/audit.ts'
import { limitAndOffsetOf, presentListPage } from '../../contract/paging.ts'
import { type AuditRow, listAuditEntries } from '../../store/audit/audit.ts'
import type { AppContext } from '../app-context.ts'
import { formatTimestamp } from '../present/format-time.ts'
import { type OpenSurface, serve } from '../serve.ts'

export function mountAudit(api: OpenSurface, { db }: AppContext): void {
  serve(api, audit.list, async ({ query, request, href }) => {
    const { after, before, ...same } = query
    const filter = { ...same, after: after && Date.parse(after), before: before && Date.parse(before) }
    const { data, total } = await listAuditEntries(db, filter as object, limitAndOffsetOf(query))
    return presentListPage({ request, href }, query, { data: data.map(present), total })
  })
}

function present({ userUid, targetUid, createdAt, ...same }: AuditRow): AuditEntry {
  return { ...same, createdAt: formatTimestamp(createdAt), userId: userUid, targetId: targetUid }
}
