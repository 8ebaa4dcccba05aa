import type { Static } from 'typebox'
import { ById, del, get, Nullable, put, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

const rating = {
  id: Uuid,
  rating: Nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  notes: Nullable(Type.String({ description: 'The user’s review.' })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
export const UserSeriesRating = Type.Object({ seriesId: Uuid, ...rating }, { title: 'UserSeriesRating' })
export type UserSeriesRating = Static<typeof UserSeriesRating>
export const UserBookRating = Type.Object({ bookId: Uuid, ...rating }, { title: 'UserBookRating' })
export type UserBookRating = Static<typeof UserBookRating>

const RatingToGive = Type.Object({
  rating: rating.rating,
  notes: Type.Optional(
    Nullable(Type.String({ maxLength: 10_000, description: 'The review. If it is missing, the stored one stays.' })),
  ),
})
const description =
  'With `rating: null`, only the review is stored; there must be one then, in the request or from before.'

const Average = Type.Object({
  average: Nullable(Type.Number({ minimum: 1, maximum: 100 })),
  count: Type.Integer({ minimum: 0 }),
})

const tag = 'Ratings'

/** Ratings of books and series: each user's own, and those of all users together. */
export const ratings = {
  mine: get('/user/ratings', {
    permission: 'SeriesRead',
    tag,
    summary: 'List your ratings and reviews, newest first',
    response: Type.Object({
      ratings: Type.Array(UserSeriesRating),
      bookRatings: Type.Array(UserBookRating),
    }),
  }),
  readSeries: get('/series/:id/rating', {
    permission: 'SeriesRead',
    tag,
    summary: 'Get your rating and review of a series',
    params: ById,
    response: Nullable(UserSeriesRating),
  }),
  rateSeries: put('/series/:id/rating', {
    permission: 'SeriesRead',
    tag,
    summary: 'Rate a series from 1 to 100, or review it',
    description,
    params: ById,
    body: RatingToGive,
    response: UserSeriesRating,
  }),
  unrateSeries: del('/series/:id/rating', {
    permission: 'SeriesRead',
    tag,
    summary: 'Delete your rating and review of a series',
    params: ById,
  }),
  averageOfSeries: get('/series/:id/ratings/average', {
    permission: 'SeriesRead',
    tag,
    summary: 'Get the average rating of a series',
    params: ById,
    response: Average,
  }),
  readBook: get('/books/:id/rating', {
    permission: 'BooksRead',
    tag,
    summary: 'Get your rating and review of a book',
    params: ById,
    response: Nullable(UserBookRating),
  }),
  rateBook: put('/books/:id/rating', {
    permission: 'BooksRead',
    tag,
    summary: 'Rate a book from 1 to 100, or review it',
    description,
    params: ById,
    body: RatingToGive,
    response: UserBookRating,
  }),
  unrateBook: del('/books/:id/rating', {
    permission: 'BooksRead',
    tag,
    summary: 'Delete your rating and review of a book',
    params: ById,
  }),
}
