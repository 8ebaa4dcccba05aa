import type { Static } from 'typebox'
import { Page, Paging } from './paging.ts'
import { ById, del, get, Nullable, patch, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

export const SharingTag = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    description: Nullable(Type.String()),
    seriesCount: Type.Integer({ minimum: 0 }),
    userCount: Type.Integer({ minimum: 0 }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'SharingTag' },
)
export type SharingTag = Static<typeof SharingTag>

const TagName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Description = Type.Optional(Nullable(Type.String({ maxLength: 2000 })))

export const sharingTags = {
  list: get('/admin/sharing-tags', {
    permission: 'SystemAdmin',
    summary: 'List sharing tags',
    query: Paging,
    response: Page(SharingTag),
  }),
  create: post('/admin/sharing-tags', {
    permission: 'SystemAdmin',
    summary: 'Create a sharing tag',
    body: Type.Object({ name: TagName, description: Description }),
    response: SharingTag,
    status: 201,
  }),
  read: get('/admin/sharing-tags/:id', {
    permission: 'SystemAdmin',
    summary: 'Get a sharing tag',
    params: ById,
    response: SharingTag,
  }),
  change: patch('/admin/sharing-tags/:id', {
    permission: 'SystemAdmin',
    summary: 'Update a sharing tag',
    params: ById,
    body: Type.Object({ name: Type.Optional(TagName), description: Description }),
    response: SharingTag,
  }),
  remove: del('/admin/sharing-tags/:id', {
    audit: 'sharing_tag_deleted',
    permission: 'SystemAdmin',
    summary: 'Delete a sharing tag from every series and user',
    params: ById,
  }),
}
