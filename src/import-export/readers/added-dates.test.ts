import { expect, it } from 'vitest'
import { makeForeignDatabase } from '../../../test/fixtures/make-foreign-database.ts'
import { read } from './read.fixture.ts'

const NEVER = '0001-01-01 00:00:00'
const at = (text: string) => Date.parse(`${text}Z`)
const blob = (n: number) => new Uint8Array(16).fill(n)
const datesOf = async (tables: Parameters<typeof makeForeignDatabase>[0]) => {
  const { of } = await read(makeForeignDatabase(tables).path)
  return { books: of('book').map(({ addedAt }) => addedAt), series: of('series').map(({ addedAt }) => addedAt) }
}

it('Kavita: of the file, of its chapter where the file has none, in local time where rows are old', async () => {
  const file = (Id: number, ChapterId: number, dates: object) => ({ Id, ChapterId, FilePath: `/b/${Id}.cbz`, ...dates })
  const dates = await datesOf({
    AspNetUsers: [{ Id: 1, UserName: 'ann' }],
    AppUserProgresses: [{ Id: 1, AppUserId: null }],
    Series: [
      { Id: 1, Name: 'A', CreatedUtc: '2021-01-02 03:04:05.678901', Created: NEVER },
      { Id: 2, Name: 'B', CreatedUtc: NEVER, Created: NEVER },
    ],
    Volume: [{ Id: 1, SeriesId: 1 }],
    Chapter: [1, 2].map((Id) => ({ Id, VolumeId: 1, Pages: 9, CreatedUtc: '2020-05-05 00:00:00', Created: NEVER })),
    MangaFile: [
      file(1, 1, { CreatedUtc: '2022-01-01 00:00:00', Created: '2022-01-01 02:00:00' }),
      file(2, 1, { CreatedUtc: NEVER, Created: '2019-09-09 09:09:09' }),
      file(3, 2, { CreatedUtc: NEVER, Created: 'yesterday' }),
      file(4, 77, { CreatedUtc: null, Created: -1 }),
    ],
  } as never)
  expect(dates).toEqual({
    books: [at('2022-01-01T00:00:00'), at('2019-09-09T09:09:09'), at('2020-05-05T00:00:00'), null],
    series: [at('2021-01-02T03:04:05.678'), null],
  })
})

it('Codex: with nine digits, three or none, or no date at all', async () => {
  const times = ['2026-11-16T02:30:09.600858136+00:00', '2026-11-16 02:30:09.6 +02:00', '', null]
  const dates = await datesOf({
    ...{ read_progress: [{ id: 1 }], users: [{ password_hash: 'x' }] },
    series: [{ id: blob(9), name: 'A', path: 'A', created_at: '2026-01-01T00:00:00Z' }],
    books: times.map((created_at, n) => ({ id: blob(n), path: `/b/${n}.cbz`, file_hash: 'x', created_at })),
  })
  expect(dates.books).toEqual([at('2026-11-16T02:30:09.600'), at('2026-11-16T00:30:09.600'), null, null])
  expect(dates.series).toEqual([at('2026-01-01T00:00:00')])
})

it('Stump: milliseconds or text', async () => {
  const dates = await datesOf({
    ...{ users: [{ hashed_password: 'x' }], libraries: [{ id: 'l', path: '/b' }] },
    series: [{ id: 's', name: 'A', path: '/b/A', created_at: 1_600_000_000_000 }],
    media: [1_600_000_000_000, '2020-09-13T12:26:40Z', 'x'].map((created_at, n) => {
      return { id: `m${n}`, series_id: 's', path: `/b/A/${n}.cbz`, created_at }
    }),
  })
  expect(dates).toEqual({ books: [1_600_000_000_000, 1_600_000_000_000, null], series: [1_600_000_000_000] })
})

it('Calibre: of every format of a book, and never for its “undefined”', async () => {
  const times = ['2011-03-02 00:00:00+00:00', '0101-01-01 00:00:00+00:00', 'n/a']
  const dates = await datesOf({
    ...{ library_id: [{ id: 1, uuid: 'l' }], books_authors_link: [{ id: 1, book: 1, author: 1 }] },
    books: times.map((timestamp, n) => ({ id: n + 1, uuid: `u${n}`, title: 'T', path: `A/T (${n})`, timestamp })),
    data: [1, 1, 2, 3].map((book, n) => ({ id: n + 1, book, format: n === 1 ? 'PDF' : 'EPUB', name: 'T' })),
  })
  const first = at('2011-03-02T00:00:00')
  expect(dates.books).toEqual([first, first, null, null])
})
