import { describe, expect, it } from 'vitest'
import { processorTimeOf } from '../../../test/processor-time.ts'
import { checkExcludedPatterns, compileExcludedPatterns } from './excluded-paths.ts'
import { isPartialDownload } from './system-files.ts'

describe('excludes', () => {
  it.each([
    ['*.tmp.cbz', 'a/b/x.TMP.cbz', true],
    ['Extras', 'Naruto/extras/', true],
    ['Extras', 'Naruto/Extras II/', false],
    ['Naruto/Extras', 'Naruto/extras/', true],
    ['Naruto/Extras', 'Other/Naruto/Extras/', false],
    ['/Extras', 'Extras/', true],
    ['/extras', 'Extras/', true],
    ['/extras/*.CBZ', 'Extras/a.cbz', true],
    ['Extras/a.cbz', 'extras/A.CBZ', true],
    ['/Extras', 'Naruto/Extras/', false],
    ['**/sample/**', 'a/b/Sample/', true],
    ['sample/', 'a/sample/', true],
    ['sample/', 'a/sample', false],
    ['*sample*', 'a/my sample 1.cbz', true],
    ['[Group]*', 'a/x.cbz', false],
    ['page-?.cbz', 'a/page-7.cbz', true],
    ['{Extras,Bonus}', 'a/bonus/', true],
    ['!keep', 'a/x.cbz', false],
    ['#recycle2', '#recycle2/', true],
    ['Saga (2012)', 'a/saga (2012)/', true],
    ['C++ {1,2}', 'a/C++ 2/', true],
    ['(a|b)', 'x/a', false],
    ['(a+)+b', 'x/aaab', false],
    ['\\(x*', 'y/(x) 1.cbz', true],
  ])('%s on %s: %s', (pattern, path, excluded) => {
    expect(compileExcludedPatterns([pattern])(path)).toBe(excluded)
  })

  it('reads lines as the API takes them', () => {
    const excludes = compileExcludedPatterns('*.pdf\n\n  Extras  \r\n')
    expect(['a.pdf', 'x/Extras/', 'a.cbz'].map(excludes)).toEqual([true, true, false])
  })

  it('always excludes system files', () => {
    const excludes = compileExcludedPatterns([])
    const litter = ['a/.hidden.cbz', '.Trash-1000/', 'a/__MACOSX/', 'a/@eaDir/', '#recycle/', 'x.cbz.part', 'x.cbz.!qB']
    expect(litter.filter((path) => !excludes(path))).toEqual([])
    expect(['a/x.cbz', 'a/b/', 'Part/', 'x.part.cbz'].filter(excludes)).toEqual([])
  })

  it('excludes unfinished downloads', () => {
    for (const end of ['part', '!qB', '!ut', 'crdownload', 'aria2', 'filepart', 'opdownload', 'tmp']) {
      expect(isPartialDownload(`Saga 001.cbz.${end}`)).toBe(true)
    }
    expect(isPartialDownload('Saga part 1.cbz')).toBe(false)
  })

  it('refuses patterns that could take forever', () => {
    expect(() => checkExcludedPatterns('*a*a*a*a*b')).toThrow('stars')
    expect(() => checkExcludedPatterns('{a,a}{a,a}{a,a}{a,a}b')).toThrow('"{"')
    expect(() => checkExcludedPatterns(['ok', 'x'.repeat(400)])).toThrow('excludedPatterns.1')
    expect(() => checkExcludedPatterns('*.pdf\n**/Extras/**')).not.toThrow()
    const compiled = compileExcludedPatterns(['*a*a*b', '**/a/**/b*a*c'])
    expect(processorTimeOf(() => compiled(`${'a'.repeat(120)}/${'a'.repeat(240)}`))).toBeLessThan(5000)
  })
})
