import { expect, test } from 'vitest'
import { bookDetailUnderSeriesName, titleWithoutSeries } from './item-text.ts'

const named = (title: string, seriesName = 'Captain Meridian') => titleWithoutSeries({ title, seriesName })

test('among its siblings a book goes by what tells it apart', () => {
  expect(named('Captain Meridian v01')).toBe('v01')
  expect(named('captain meridian - The Long Way')).toBe('The Long Way')
  expect(named('Captain Meridian 07')).toBe('No. 7')
  expect(named('Captain Meridian-v02')).toBe('v02')
})

test('a title of its own stays whole', () => {
  expect(named('The Long Way')).toBe('The Long Way')
  expect(named('Captain Meridian')).toBe('Captain Meridian')
  expect(named('Captain Meridians')).toBe('Captain Meridians')
  expect(named('Moby-Dick', 'moby')).toBe('Moby-Dick')
  expect(named('Captain Meridian’s Log')).toBe('Captain Meridian’s Log')
})

test('a book that could not be read says so in a row', () => {
  const book = { title: 'Captain Meridian v01', seriesName: 'Captain Meridian' }
  expect(bookDetailUnderSeriesName({ ...book, analysisError: 'The archive is broken.' })).toBe('v01 · Unreadable')
  const locked = { ...book, analysisError: 'The PDF is encrypted and needs a password.' }
  expect(bookDetailUnderSeriesName(locked)).toBe('v01 · Needs a password')
  expect(bookDetailUnderSeriesName({ ...book, analysisError: null })).toBe('v01')
})
