import { describe, expect, it } from 'vitest'
import type { BookReadingState, SeriesReadingState } from '../../store/user-plugin/series-reading-state.ts'
import { mergeReadingState, type OwnReadingState, ownReadingStateOf } from './own-reading-state.ts'

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

describe('the progress that is sent', () => {
  it('uses printed numbers, up to the first unread book', () => {
    const some = [5, 6, 7, 8].map((volume) => book({ volume, ...(volume !== 7 && { isDone: true }) }))
    expect(ownReadingStateOf(series(some), true)).toMatchObject({ status: 'reading', volumes: 6, maxVolume: 8 })
  })
  it('counts chapters and volumes separately, and other numbers as volumes', () => {
    const chapters = [1, 2, 2.5].map((chapter) => book({ volume: 1, chapter, isDone: true }))
    expect(ownReadingStateOf(series(chapters), true)).toMatchObject({
      chapters: 2,
      maxChapter: 2.5,
      volumes: undefined,
    })
    expect(ownReadingStateOf(series([book({ number: 3, isDone: true })]), true)).toMatchObject({ volumes: 3 })
  })
  it('is completed only if no more books will appear', () => {
    const all = [1, 2].map((volume) => book({ volume, isDone: true }))
    const statusOf = (more: Partial<SeriesReadingState>) => ownReadingStateOf(series(all, more), true)?.status
    expect([statusOf({}), statusOf({ status: 'ended' })]).toEqual(['reading', 'completed'])
    expect([statusOf({ totalBookCount: 3 }), statusOf({ totalBookCount: 2 })]).toEqual(['reading', 'completed'])
  })
  it('is empty for series that were only rated, and “plan to read” for the reading list', () => {
    expect(ownReadingStateOf(series([book({})], { rating: { score: 50, at: 1 } }), true)).toBeUndefined()
    expect(ownReadingStateOf(series([book({})], { wantedAt: 4 }), true)).toMatchObject({
      status: 'plan_to_read',
      at: 4,
    })
  })
})

describe('merging', () => {
  const mine = { status: 'reading', volumes: 4, chapters: undefined, score: undefined, at: 100 } as OwnReadingState
  it('sends nothing if both sides agree', () => {
    expect(mergeReadingState(mine, { status: 'reading', volumes: 4, at: 1 })).toBeUndefined()
  })
  it('never lowers what the other side has', () => {
    expect(mergeReadingState(mine, { status: 'reading', volumes: 9, at: 1 })).toBeUndefined()
    expect(mergeReadingState(mine, { status: 'completed', at: 1 })).toBeUndefined()
    expect(mergeReadingState({ ...mine, score: 70 }, { status: 'reading', volumes: 9, at: 1 })).toMatchObject({
      volumes: 9,
      score: 70,
    })
  })
  it('uses the newer state if the two conflict', () => {
    expect(mergeReadingState(mine, { status: 'dropped', volumes: 4, at: 1 })).toMatchObject({ status: 'reading' })
    expect(mergeReadingState(mine, { status: 'dropped', volumes: 4, at: 200 })).toBeUndefined()
    expect(mergeReadingState(mine, { status: 'dropped', volumes: 2, at: 200 })).toMatchObject({
      status: 'dropped',
      volumes: 4,
    })
  })
})
