import { expect, test } from 'vitest'
import { defaultLookupLinks, lookupAddress, validLookupLinks } from './lookup-links.ts'

test('the text and the language come into the address, and nothing else', () => {
  expect(lookupAddress('https://{lang}.example.org/wiki/{text}', ' a b/c?d ', 'de-AT')).toBe(
    'https://de.example.org/wiki/a%20b%2Fc%3Fd',
  )
  expect(lookupAddress('https://example.org/?q={text}&l={lang}', 'x', 'nonsense language')).toBe(
    'https://example.org/?q=x&l=en',
  )
})

test('a single word is looked up without the marks around it, a passage as it is', () => {
  const lookUp = (text: string) => lookupAddress('https://example.org/{text}', text, 'en')?.split('/').at(-1)
  expect(lookUp('“Your')).toBe('Your')
  expect(lookUp('well-known,”')).toBe('well-known')
  expect(lookUp('…')).toBe(encodeURIComponent('…'))
  expect(lookUp('“Is it?”')).toBe(encodeURIComponent('“Is it?”'))
})

test.each([
  ['no place for the text', 'https://example.org/'],
  ['another protocol', 'javascript:alert({text})'],
  ['a file', 'file:///etc/{text}'],
  ['a text that chooses the server', 'https://{text}/'],
  ['an unknown placeholder', 'https://example.org/{user}/{text}'],
  ['no address', '{text}'],
])('refuses %s', (_what, template) => {
  expect(lookupAddress(template, 'example.com', 'en')).toBeUndefined()
})

test('what is kept is checked, and without anything there are the usual ones', () => {
  expect(validLookupLinks(undefined)).toEqual(defaultLookupLinks)
  expect(
    validLookupLinks([{ name: 'Bad', url: 'javascript:{text}' }, { name: 'Good', url: 'http://a.b/{text}' }, 3]),
  ).toEqual([{ name: 'Good', url: 'http://a.b/{text}' }])
  for (const { url } of defaultLookupLinks) expect(lookupAddress(url, 'word', 'en')).toContain('word')
})
