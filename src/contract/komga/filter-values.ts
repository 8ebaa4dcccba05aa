import Type from '../typebox.ts'
import { integer, KomgaAuthor, SpringPage, text, v1, v2 } from './shared-schemas.ts'

const permission = 'SeriesRead'
const names = Type.Array(text)

const list = <const Path extends string>(path: Path) =>
  v1.get(path, { permission, summary: 'List the values in use', response: names })
const page = <const Path extends string>(path: Path) =>
  v2.get(path, { permission, summary: 'List the values in use, paged', response: SpringPage(text) })

export const filterValues = {
  genres: list('/genres'),
  tags: list('/tags'),
  bookTags: list('/tags/book'),
  seriesTags: list('/tags/series'),
  publishers: list('/publishers'),
  languages: list('/languages'),
  ageRatings: list('/age-ratings'),
  sharingLabels: list('/sharing-labels'),
  releaseDates: list('/series/release-dates'),
  authorNames: list('/authors/names'),
  authorRoles: list('/authors/roles'),
  authors: v1.get('/authors', {
    permission,
    summary: 'List people and their roles',
    response: Type.Array(KomgaAuthor),
  }),
} as const

export const filterValuePages = {
  genres: page('/genres'),
  tags: page('/tags'),
  publishers: page('/publishers'),
  languages: page('/languages'),
  sharingLabels: page('/sharing-labels'),
  releaseYears: page('/series/release-years'),
  authorNames: page('/authors/names'),
  authorRoles: page('/authors/roles'),
  ageRatings: v2.get('/age-ratings', {
    permission,
    summary: 'List age ratings in use, paged',
    response: SpringPage(integer),
  }),
  authors: v2.get('/authors', {
    permission,
    summary: 'List people and their roles, paged',
    response: SpringPage(KomgaAuthor),
  }),
} as const
