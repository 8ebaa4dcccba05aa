import { expect, test } from 'vitest'
import { type LuceneQuery, parseLucene } from './lucene.ts'

/** A short form for reading: `[a b]` are all required, `{a b}` any, `!a` is excluded. */
function shown(typed: LuceneQuery): string {
  if ('all' in typed) return `[${typed.all.map(shown).join(' ')}]`
  if ('any' in typed) return `{${typed.any.map(shown).join(' ')}}`
  if ('not' in typed) return `!${shown(typed.not)}`
  const { field, value, range } = typed
  return `${field ? `${field}=` : ''}${range ? `${range.from ?? '*'}..${range.to ?? '*'}` : value.replaceAll(' ', '_')}`
}
const parse = (text: string) => shown(parseLucene(text, (name) => ['genre', 'year', 'title'].includes(name)))

test.each([
  ['one two', '[one two]'],
  ['"one two" three', '[one_two three]'],
  ['one AND two OR three', '{[one two] three}'],
  ['(one OR two) three', '[{one two} three]'],
  ['genre:horror NOT title:"the end"', '[genre=horror !title=the_end]'],
  ['genre:(horror OR fantasy)', '{genre=horror genre=fantasy}'],
  ['+one -two', '[one !two]'],
  ['year:[1990 TO 2000] year:{* TO 5}', '[year=1990..2000 year=*..5]'],
  ['bat* robn~1 "x"^2', '[bat robn x]'],
])('%s', (text, tree) => {
  expect(parse(text)).toBe(tree)
})

test.each([
  ['Re:Zero', 'Re:Zero'],
  ['Spider-Man 2', '[Spider-Man 2]'],
  ['genre:', 'genre:'],
  ['one) two', '[one two]'],
  ['((one', 'one'],
  ['- NOT', '[]'],
  ['"', '[]'],
])('a name is not a formula: %s', (text, tree) => {
  expect(parse(text)).toBe(tree)
})
