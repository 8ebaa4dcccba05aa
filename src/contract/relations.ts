import type { Static } from 'typebox'
import { relationKinds } from './enum-values.ts'
import { ById, del, get, Nullable, put, Uuid } from './route.ts'
import { Series } from './series.ts'
import Type from './typebox.ts'

export type RelationKind = (typeof relationKinds)[number]

export const SeriesRelation = Type.Object(
  {
    kind: Type.Enum([...relationKinds], { description: 'What that series is to this one.' }),
    source: Type.Enum(['person', 'plugin', 'file'], { description: 'Where the relation comes from.' }),
    series: Series,
  },
  { title: 'SeriesRelation' },
)
export type SeriesRelation = Static<typeof SeriesRelation>

const Reason = Type.Object(
  {
    kind: Type.Enum(['person', 'genre', 'tag', 'readers']),
    role: Nullable(Type.String({ description: 'For people: their roles in both series.' })),
    names: Type.Array(Type.String(), { description: 'The people, genres or tags they share.' }),
  },
  { title: 'SimilarityReason' },
)
export type SimilarityReason = Static<typeof Reason>

export const SimilarSeries = Type.Object(
  { series: Series, reasons: Type.Array(Reason, { description: 'The strongest first.' }) },
  { title: 'SimilarSeries' },
)
export type SimilarSeries = Static<typeof SimilarSeries>

const tag = 'Series'
const ofBoth = Type.Object({ id: Uuid, otherId: Uuid })

export const relations = {
  list: get('/series/:id/relations', {
    permission: 'SeriesRead',
    summary: 'List related series',
    description:
      'Sequels, adaptations and the like, as set by users and plugins, and series whose files name the same series group. Only series you can see.',
    tag,
    params: ById,
    response: Type.Array(SeriesRelation),
  }),
  set: put('/series/:id/relations/:otherId', {
    permission: 'SeriesWrite',
    summary: 'Set the relation of another series to this one',
    description: 'The other series shows the inverse relation: a sequel has this series as its prequel.',
    tag,
    params: ofBoth,
    body: Type.Object({ kind: Type.Enum([...relationKinds]) }),
  }),
  remove: del('/series/:id/relations/:otherId', {
    permission: 'SeriesWrite',
    summary: 'Remove the relation between two series',
    description: 'Relations between the two that come from files or plugins stay hidden too.',
    tag,
    params: ofBoth,
  }),
  similar: get('/series/:id/similar', {
    permission: 'SeriesRead',
    summary: 'List similar series and what they have in common',
    description:
      'Based on shared people, genres, tags and readers. Readers count only if at least two other users have read both series.',
    tag,
    params: ById,
    query: Type.Object({ limit: Type.Integer({ minimum: 1, maximum: 50, default: 20 }) }),
    response: Type.Array(SimilarSeries),
  }),
} as const
