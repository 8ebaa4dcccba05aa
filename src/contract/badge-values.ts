import type { Static } from 'typebox'
import { Nullable, post, Uuid } from './route.ts'
import Type from './typebox.ts'

const LanguageAndFormats = Type.Object(
  {
    id: Uuid,
    language: Nullable(Type.String({ examples: ['en'] })),
    formats: Type.Array(Type.String({ examples: ['cbz', 'epub'] }), {
      description: 'The file formats of a book or of the books of a series.',
    }),
    lastBookAddedAt: Nullable(
      Type.String({ format: 'date-time', description: 'For series: when its newest book was added.' }),
    ),
  },
  { title: 'LanguageAndFormats' },
)
export type BadgeValuesOfItem = Static<typeof LanguageAndFormats>

const ids = Type.Optional(Type.Array(Uuid, { maxItems: 200, default: [] }))

export const badgeValues = {
  find: post('/badge-values', {
    permission: 'SeriesRead',
    summary: 'Get the languages and formats of series and books',
    description: 'Items you cannot see are left out.',
    tag: 'Home',
    body: Type.Object({ seriesIds: ids, bookIds: ids }),
    response: Type.Array(LanguageAndFormats),
  }),
} as const
