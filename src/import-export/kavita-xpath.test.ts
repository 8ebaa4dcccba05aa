import { expect, it } from 'vitest'
import { parseXPointer } from '../formats/epub/xpointer-syntax.ts'
import { pointerOfKavita } from './kavita-xpath.ts'

const reader = '//html[1]/BODY/APP-ROOT[1]/DIV[1]/DIV[1]/DIV[1]/APP-BOOK-READER[1]/DIV[1]/DIV[2]'

it.each([
  [null, '/body'],
  ['', '/body'],
  ['//body/div[1]/p[3]', '/body/div[1]/p[3]'],
  ['//body[1]/section/p[62]/text().0', '/body/section/p[62]/text()'],
  ['//BODY/DIV[1]/SECTION[2]/P[3]', '/body/section[2]/p[3]'],
  ['//BODY/DIV[1]', '/body'],
  ['//BODY/DIV[1]DIV[1]/DIV[1]/P[5]', '/body/p[5]'],
  [`${reader}/DIV[1]/DIV[1]/DIV[1]/P[5]`, '/body/p[5]'],
  [`${reader}/DIV[3]/DIV[1]/DIV[1]/SECTION[1]/P[5]`, '/body/section[1]/p[5]'],
  [`${reader}/DIV[3]`, '/body'],
  ['//html[1]/BODY/APP-ROOT[1]/DIV[1]/body/div[1]/p[3]', '/body/div[1]/p[3]'],
  ['//body/p[2]/*[@class="x"]/i', '/body/p[2]'],
  ['nonsense', '/body'],
])('the position %s is %s of its document', (xpath, path) => {
  expect(pointerOfKavita(2, xpath)).toBe(`/body/DocFragment[3]${path}.0`)
})

it('an element is found by its id', () => {
  expect(parseXPointer(pointerOfKavita(4, 'id("chap 1")'))).toEqual({ spineIndex: 4, path: [], id: 'chap 1' })
})
