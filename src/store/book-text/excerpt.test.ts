import { expect, it } from 'vitest'
import { excerptAround } from './excerpt.ts'

const excerptOf = (text: string, match: string) => {
  const start = text.indexOf(match)
  return excerptAround(text, start, start + match.length)
}

it('does not cut words in two', () => {
  const { before, after } = excerptOf(`${'harbour '.repeat(30)}ferry${' lantern'.repeat(30)}`, 'ferry')
  expect(before).toMatch(/^(harbour )+$/)
  expect(after).toMatch(/^( lantern)+$/)
})

it('keeps whole lines of a script without spaces', () => {
  const { before, after } = excerptOf(`${'吾輩は猫'.repeat(50)}書生${'という話'.repeat(50)}`, '書生')
  expect([before.length, after.length]).toEqual([90, 90])
})

it('takes all there is at the ends of a text', () => {
  expect(excerptOf('The last\nferry had gone', 'ferry')).toEqual({ before: 'The last ', after: ' had gone' })
  expect(excerptOf('ferry', 'ferry')).toEqual({ before: '', after: '' })
})
