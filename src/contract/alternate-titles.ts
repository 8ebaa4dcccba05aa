import { ById, del, get, patch, post, Uuid } from './route.ts'
import { AlternateTitle } from './series.ts'
import Type from './typebox.ts'

const tag = 'Series metadata'
export const AlternateTitleLabel = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  examples: ['Japanese', 'Romaji'],
})
export const AlternateTitleText = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' })
const OneTitle = Type.Object({ id: Uuid, titleId: Uuid })

export const alternateTitles = {
  list: get('/series/:id/alternate-titles', {
    permission: 'SeriesRead',
    tag,
    summary: 'List the alternate titles of a series',
    params: ById,
    response: Type.Object({ titles: Type.Array(AlternateTitle) }),
  }),
  add: post('/series/:id/alternate-titles', {
    permission: 'SeriesWrite',
    tag,
    summary: 'Add an alternate title',
    params: ById,
    body: Type.Object({ label: AlternateTitleLabel, title: AlternateTitleText }),
    response: AlternateTitle,
    status: 201,
  }),
  change: patch('/series/:id/alternate-titles/:titleId', {
    permission: 'SeriesWrite',
    tag,
    summary: 'Change an alternate title',
    params: OneTitle,
    body: Type.Object({ label: Type.Optional(AlternateTitleLabel), title: Type.Optional(AlternateTitleText) }),
    response: AlternateTitle,
  }),
  remove: del('/series/:id/alternate-titles/:titleId', {
    permission: 'SeriesWrite',
    tag,
    summary: 'Delete an alternate title',
    params: OneTitle,
  }),
}
