import { expect, test } from 'vitest'
import { calendarShade, calendarWeeks, firstOfMonthInWeek } from './reading-calendar.ts'

test('weeks begin on Monday, end today, and days to come are open', () => {
  // 2026-11-15 is a Sunday, 2026-11-11 a Wednesday.
  const full = calendarWeeks('2026-11-15', [], 2)
  expect(full.map((week) => week.length)).toEqual([7, 7])
  expect(full[0]?.[0]?.date).toBe('2026-11-02')
  expect(full[1]?.[6]?.date).toBe('2026-11-15')
  const begun = calendarWeeks('2026-11-11', [], 1)
  expect(begun[0]?.map((day) => day?.date.slice(-2))).toEqual([
    '09',
    '10',
    '11',
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a day that was read on keeps its numbers', () => {
  const read = { date: '2026-11-10', pages: 40, minutes: 31, completed: 1 }
  expect(calendarWeeks('2026-11-11', [read], 1)[0]?.[1]).toBe(read)
})

test('the shade grows with the pages and any page at all is seen', () => {
  expect([0, 1, 30, 60, 100].map((pages) => calendarShade(pages, 100))).toEqual([0, 1, 2, 3, 4])
  expect(calendarShade(3, 0)).toBe(0)
})

test('a month is named over the week in which it begins', () => {
  const weeks = calendarWeeks('2026-11-15', [], 4)
  expect(weeks.map(firstOfMonthInWeek)).toEqual([undefined, '2026-11-01', undefined, undefined])
})
