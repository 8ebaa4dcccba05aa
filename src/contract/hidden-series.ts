import { MarkedCount, SeriesIdsBody } from './progress.ts'
import { ById, del, get, post, put, Uuid } from './route.ts'
import Type from './typebox.ts'

const permission = 'SeriesRead'
const tag = 'Hidden series'

export const hiddenSeries = {
  list: get('/hidden-series', {
    permission,
    summary: 'List the ids of the series you have hidden',
    description:
      'The most recently hidden one first. `POST /series/list` with the condition `isHidden` returns the series themselves.',
    tag,
    response: Type.Object({ seriesIds: Type.Array(Uuid) }, { title: 'HiddenSeries' }),
  }),
  hide: put('/series/:id/hidden', {
    permission,
    summary: 'Hide a series from yourself',
    description:
      'It and its books disappear from your home rows, similar series, recommendations, new releases, the feeds of your reading apps and what your Kobo gets of libraries or because you are reading it, and from every list whose condition says `isHidden` is false. You still find it by searching, in collections and read lists, and at its address; your progress stays. Nothing changes for other users.',
    tag,
    params: ById,
  }),
  show: del('/series/:id/hidden', {
    permission,
    summary: 'Show a hidden series again',
    tag,
    params: ById,
  }),
  change: post('/series/bulk/hidden', {
    permission,
    summary: 'Hide many series from yourself, or show them again',
    tag,
    body: Type.Object({
      ...SeriesIdsBody.properties,
      hidden: Type.Optional(Type.Boolean({ default: true, description: 'If false, they are shown again.' })),
    }),
    response: MarkedCount,
  }),
} as const
