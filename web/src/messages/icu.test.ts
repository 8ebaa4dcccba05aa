import { expect, test } from 'vitest'
import { formatMessage, type MessageValues, parseMessage } from './icu.ts'

const say = (message: string, values: MessageValues = {}, language = 'en') =>
  formatMessage(parseMessage(message), values, {
    plurals: new Intl.PluralRules(language),
    numbers: new Intl.NumberFormat(language),
    isRightToLeft: language === 'ar',
  })

test('values are filled in, numbers in the digits of the language', () => {
  expect(say('Page {page} of { total }', { page: 3, total: 'ten' })).toBe('Page 3 of ten')
  expect(say('{n}', { n: 12_345 }, 'de')).toBe('12.345')
})

test('what is filled in is never read as a message', () => {
  expect(say('{name} # {n, plural, other {#}}', { name: "{n} '#'", n: 2 })).toBe("{n} '#' # 2")
})

test('a value in letters of the other direction is isolated from what stands beside it', () => {
  expect(say('Results for “{query}”', { query: 'ضباب' })).toBe('Results for “\u2068ضباب\u2069”')
  expect(say('Results for “{query}”', { query: 'fog' })).toBe('Results for “fog”')
  expect(say('نتائج «{query}»', { query: 'fog' }, 'ar')).toBe('نتائج «\u2068fog\u2069»')
  expect(say('نتائج «{query}»', { query: 'ضباب' }, 'ar')).toBe('نتائج «ضباب»')
})

test('what is not given stays visible instead of vanishing', () => {
  expect(say('Hello {name}', { other: 'x' })).toBe('Hello {name}')
  expect(say('{count, plural, one {# book} other {# books}}')).toBe('{count} books')
})

test('a number chooses the form that the language has for it', () => {
  const russian = '{n, plural, one {# книга} few {# книги} many {# книг} other {# книги}}'
  const numbers = [0, 1, 2, 5, 11, 21, 22, 25, 1.5]
  expect(numbers.map((n) => say(russian, { n }, 'ru'))).toEqual([
    '0 книг',
    '1 книга',
    '2 книги',
    '5 книг',
    '11 книг',
    '21 книга',
    '22 книги',
    '25 книг',
    '1,5 книги',
  ])
  const arabic = '{n, plural, zero {zero} one {one} two {two} few {few} many {many} other {other}}'
  expect([0, 1, 2, 3, 11, 100].map((n) => say(arabic, { n }, 'ar'))).toEqual([
    'zero',
    'one',
    'two',
    'few',
    'many',
    'other',
  ])
})

test('a form for exactly one number goes before that of the language', () => {
  const message = '{n, plural, =0 {No books} =1 {A book} one {# book} other {# books}}'
  expect([0, 1, 2].map((n) => say(message, { n }))).toEqual(['No books', 'A book', '2 books'])
})

test('a form that is not there is “other”, whatever the value is called', () => {
  const message = '{who, select, writer {Written by {name}} other {With {name}}}'
  expect(say(message, { who: 'writer', name: 'Ada' })).toBe('Written by Ada')
  expect(say(message, { who: 'toString', name: 'Ada' })).toBe('With Ada')
  expect(say('{n, plural, other {#}}', { n: 1 })).toBe('1')
})

test('forms stand inside each other, and # belongs to the plural right around it', () => {
  const message = '{a, plural, one {# of {b, plural, one {# file} other {# files}}} other {# of {b}}}'
  expect(say(message, { a: 1, b: 2 })).toBe('1 of 2 files')
  expect(say('{a, plural, other {{b, select, other {#}}}}', { a: 1, b: 'x' })).toBe('#')
})

test('apostrophes quote only what would mean something', () => {
  expect(say("It's {a}''s o'clock", { a: 'Ada' })).toBe("It's Ada's o'clock")
  expect(say("'{a}' and '{'a'}'")).toBe('{a} and {a}')
  expect(say("{n, plural, other {'#' is # isn''t '{'}}", { n: 2 })).toBe("# is 2 isn't {")
  expect(say("# '# 'x")).toBe("# '# 'x")
  expect(say("open '{a")).toBe('open {a')
})

test('a broken message is refused with the position of its fault', () => {
  const broken = ['{', '}', '{a', '{}', '{a, number}', '{n, plural}', '{n, plural, one {x}}', '{n, plural, other {x}']
  for (const message of [...broken, '{n, plural, other {a} other {b}}', '{s, select, other}', '{a b}'])
    expect(() => parseMessage(message), message).toThrow(/at character \d+ of/)
})
