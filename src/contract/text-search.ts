import type { Static } from 'typebox'
import { BookCondition } from './conditions.ts'
import { post, Uuid } from './route.ts'
import Type from './typebox.ts'

const Hit = Type.Object(
  {
    bookId: Uuid,
    bookTitle: Type.String(),
    seriesId: Uuid,
    seriesTitle: Type.String(),
    locator: Type.Record(Type.String(), Type.Unknown(), {
      description:
        'A Readium locator. In an EPUB, `href` and `locations.progression` give the position; in a PDF, `locations.position` is the page.',
    }),
    before: Type.String(),
    match: Type.String(),
    after: Type.String(),
    rank: Type.Number({ description: 'Relevance: higher is better. Comparable only within one response.' }),
  },
  { title: 'TextHit' },
)
export type TextHit = Static<typeof Hit>

export const textSearch = {
  find: post('/search/text', {
    permission: 'PagesRead',
    summary: 'Search the text of all books',
    description: [
      'Finds chapters of EPUBs and pages of PDFs in libraries with `textSearch`, best matches first. Only books you can see are searched and counted.',
      '- `whale ship`: both words, anywhere in a chapter or page',
      '- `"white whale"`: these words next to each other',
      '- `harpoon*`: words that begin with this (at least two letters)',
      '- `-shark` and `-"great white"`: without these',
      '',
      'Case, accents and character width make no difference. In Japanese, Chinese, Korean, Thai, Lao, Khmer and Burmese, any sequence of characters is found.',
      'The web reader opens at a hit with `/read/{bookId}?page={locations.position}&find={match}` and highlights every occurrence of the match.',
    ].join('\n'),
    tag: 'Search',
    body: Type.Object(
      {
        query: Type.String({ minLength: 1, maxLength: 500, examples: ['"white whale" harpoon* -shark'] }),
        condition: Type.Optional(Type.Union([BookCondition, Type.Null()])),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
        perBook: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 100, description: 'The maximum number of hits per book.' }),
        ),
      },
      { title: 'TextSearchRequest' },
    ),
    response: Type.Object(
      {
        data: Type.Array(Hit),
        total: Type.Integer({
          minimum: 0,
          description:
            'How many chapters and pages match; counted up to 10,000, and less far for phrases and beginnings of common words.',
        }),
        totalIsExact: Type.Boolean({ description: 'False if there are more than `total`.' }),
      },
      { title: 'TextHits' },
    ),
  }),
} as const
