import { expect, it } from 'vitest'
import { cfiOfCalibre, cfiRangeOfCalibre } from './calibre-cfi.ts'

it('leads through the package and begins inside the root element', () => {
  expect(cfiOfCalibre('epubcfi(/4/2/4/10[p9]/1:3)')).toBe('epubcfi(/6/4!/4/10[p9]/1:3)')
  expect(cfiOfCalibre('/14')).toBe('epubcfi(/6/14!)')
  expect(cfiOfCalibre('epubcfi(/6/4!/4/2)')).toBe('epubcfi(/6/4!/4/2)')
  expect(cfiOfCalibre('page 7')).toBeNull()
})

it('makes one range of both ends', () => {
  expect(cfiRangeOfCalibre(1, '/2/4/4[a/b]/1:10', '/2/4/4[a/b]/3:30')).toBe('epubcfi(/6/4!/4/4[a/b],/1:10,/3:30)')
  expect(cfiRangeOfCalibre(0, '/2/4/2/1:0', '/2/4/8')).toBe('epubcfi(/6/2!/4,/2/1:0,/8)')
})
