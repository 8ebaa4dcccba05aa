import { expect, it } from 'vitest'
import { mergePublicationMetadata } from './publication.ts'

it('takes from a later document what an earlier one has only in invisible characters', () => {
  const merged = mergePublicationMetadata([
    {
      source: 'comicinfo',
      metadata: { title: '\u202e', genres: ['\u0001'], identifiers: { asin: '\u202e', 'do\u202ei': '10.1/\u202ea' } },
    },
    {
      source: 'metroninfo',
      metadata: { title: 'Saga', genres: ['Noir'], identifiers: { asin: 'B00', doi: '10.1/b' } },
    },
  ])
  expect(merged).toEqual({
    metadata: { title: 'Saga', genres: ['Noir'], identifiers: { doi: '10.1/a', asin: 'B00' } },
    metadataSources: { title: 'metroninfo', genres: 'metroninfo', identifiers: 'comicinfo' },
  })
})
