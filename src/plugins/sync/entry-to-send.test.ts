import { describe, expect, it } from 'vitest'
import type { BookReadingState, SeriesReadingState } from '../../store/user-plugin/series-reading-state.ts'
import { mergeReadingState, type OwnReadingState, ownReadingStateOf } from './entry-to-send.ts'

const book = (more: Partial<BookReadingState> & { isDone?: boolean }): BookReadingState => {
  const { isDone, ...rest } = more
  const progress =
    isDone === undefined ? undefined : { done: isDone, page: 3, percentage: 0.5, startedAt: 5, readAt: 9 }
  return {
    volume: null,
    chapter: null,
    number: null,
    createdAt: 0,
    pageCount: 10,
    progress,
    ...rest,
  } as BookReadingState
}
const series = (books: BookReadingState[], more: Partial<SeriesReadingState> = {}) =>
  ({ books, totalBookCount: null, status: null, rating: undefined, wantedAt: undefined, ...more }) as SeriesReadingState

describe('how far somebody is', () => {
  it('is sent in printed numbers, and only up to the first unread book', () => {
    const some = [5, 6, 7, 8].map((volume) => book({ volume, ...(volume !== 7 && { isDone: true }) }))
    expect(ownReadingStateOf(series(some), true)).toMatchObject({ status: 'reading', volumes: 6, maxVolume: 8 })
  })
  it('counts chapters apart from volumes, and a number of a book without either as its volume', () => {
    const chapters = [1, 2, 2.5].map((chapter) => book({ volume: 1, chapter, isDone: true }))
    expect(ownReadingStateOf(series(chapters), true)).toMatchObject({
      chapters: 2,
      maxChapter: 2.5,
      volumes: undefined,
    })
    expect(ownReadingStateOf(series([book({ number: 3, isDone: true })]), true)).toMatchObject({ volumes: 3 })
  })
  it('is completed only when nothing more is to come', () => {
    const all = [1, 2].map((volume) => book({ volume, isDone: true }))
    const statusOf = (more: Partial<SeriesReadingState>) => ownReadingStateOf(series(all, more), true)?.status
    expect([statusOf({}), statusOf({ status: 'ended' })]).toEqual(['reading', 'completed'])
    expect([statusOf({ totalBookCount: 3 }), statusOf({ totalBookCount: 2 })]).toEqual(['reading', 'completed'])
  })
  it('is nothing for what was only rated, and a plan for what somebody wants to read', () => {
    expect(ownReadingStateOf(series([book({})], { rating: { score: 50, at: 1 } }), true)).toBeUndefined()
    expect(ownReadingStateOf(series([book({})], { wantedAt: 4 }), true)).toMatchObject({
      status: 'plan_to_read',
      at: 4,
    })
  })
})

describe('merging', () => {
  const mine = { status: 'reading', volumes: 4, chapters: undefined, score: undefined, at: 100 } as OwnReadingState
  it('says nothing where both say the same', () => {
    expect(mergeReadingState(mine, { status: 'reading', volumes: 4, at: 1 })).toBeUndefined()
  })
  it('never takes back what the other side has', () => {
    expect(mergeReadingState(mine, { status: 'reading', volumes: 9, at: 1 })).toBeUndefined()
    expect(mergeReadingState(mine, { status: 'completed', at: 1 })).toBeUndefined()
    expect(mergeReadingState({ ...mine, score: 70 }, { status: 'reading', volumes: 9, at: 1 })).toMatchObject({
      volumes: 9,
      score: 70,
    })
  })
  it('lets the newer decide what cannot be both', () => {
    expect(mergeReadingState(mine, { status: 'dropped', volumes: 4, at: 1 })).toMatchObject({ status: 'reading' })
    expect(mergeReadingState(mine, { status: 'dropped', volumes: 4, at: 200 })).toBeUndefined()
    expect(mergeReadingState(mine, { status: 'dropped', volumes: 2, at: 200 })).toMatchObject({
      status: 'dropped',
      volumes: 4,
    })
  })
})
