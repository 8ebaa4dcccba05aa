import type { Static } from 'typebox'
import { ById, del, get, Nullable, post, put, Uuid } from './route.ts'
import Type from './typebox.ts'

export const SharingTagSummary = Type.Object(
  { id: Uuid, name: Type.String(), description: Nullable(Type.String()) },
  { title: 'SharingTagSummary' },
)
export type SharingTagSummary = Static<typeof SharingTagSummary>

const admin = { permission: 'SystemAdmin', tag: 'Sharing tags' } as const
const All = Type.Array(SharingTagSummary)

/** The sharing tags of a series: they decide who sees it, so only an admin sets them. */
export const seriesSharingTags = {
  list: get('/series/:id/sharing-tags', {
    ...admin,
    summary: 'List the sharing tags of a series',
    params: ById,
    response: All,
  }),
  set: put('/series/:id/sharing-tags', {
    ...admin,
    summary: 'Set the sharing tags of a series',
    params: ById,
    body: Type.Object({ sharingTagIds: Type.Array(Uuid, { maxItems: 200 }) }),
    response: All,
  }),
  add: post('/series/:id/sharing-tags', {
    ...admin,
    summary: 'Add a sharing tag to a series',
    params: ById,
    body: Type.Object({ sharingTagId: Uuid }),
    response: All,
  }),
  remove: del('/series/:id/sharing-tags/:tagId', {
    ...admin,
    summary: 'Remove a sharing tag from a series',
    params: Type.Object({ id: Uuid, tagId: Uuid }),
  }),
}
