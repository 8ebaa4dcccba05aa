import { expect, test } from 'vitest'
import { filterValueName } from './filter-names.ts'

test('formats name all the files that belong to them', () => {
  expect(['cbz', 'cbr', 'epub'].map((format) => filterValueName('format', format))).toEqual([
    'CBZ, CBT',
    'CBR, CB7',
    'EPUB',
  ])
})
