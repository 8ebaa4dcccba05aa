import type { Static } from 'typebox'
import { type AuditEvent, auditEventLabels } from './audit-event-labels.ts'
import { Page, PagingWith } from './paging.ts'
import { get, Nullable, Timestamp } from './route.ts'
import Type from './typebox.ts'

const Event = Type.Enum(Object.keys(auditEventLabels) as AuditEvent[], { title: 'AuditEvent' })

export const AuditEntry = Type.Object(
  {
    id: Type.Integer(),
    createdAt: Timestamp,
    event: Event,
    userId: Nullable(Type.String({ description: 'Who did it; null if nobody was signed in.' })),
    username: Nullable(
      Type.String({ description: 'The username at that time; for a failed sign-in, what was typed.' }),
    ),
    address: Nullable(Type.String({ description: 'The address the request came from.' })),
    via: Nullable(
      Type.String({ description: 'How the caller was signed in: cookie, jwt, key, basic, oidc or password.' }),
    ),
    userAgent: Nullable(Type.String()),
    targetType: Nullable(Type.String({ description: 'The kind of thing that was changed: user, key, library, …' })),
    targetId: Nullable(Type.String()),
    targetName: Nullable(Type.String()),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const audit = {
  list: get('/admin/audit', {
    permission: 'SystemAdmin',
    summary: 'List sign-ins and changes to accounts, keys, settings and libraries, newest first',
    query: PagingWith({
      event: Type.Optional(Type.Array(Event, { maxItems: 50, description: 'Only these actions. Can be repeated.' })),
      userId: Type.Optional(Type.String({ format: 'uuid', description: 'Actions by or on this account.' })),
      address: Type.Optional(Type.String({ maxLength: 64 })),
      search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of a name or address.' })),
      after: Type.Optional(Timestamp),
      before: Type.Optional(Timestamp),
    }),
    response: Page(AuditEntry),
  }),
}
