import { Random } from '../sample-library/random.ts'
import { makeVocabularies } from './fill-text-index.ts'

/** Generators of queries of each kind, with words that a filled text index contains. */
export function textQuestions(): Record<string, () => string> {
  const random = new Random('queries')
  const words = (language: string) => makeVocabularies().find((each) => each.language === language)!.words
  const [en, zh] = [words('en'), words('zh')]
  const from = (list: readonly string[], first: number, last: number) => list[random.whole(first, last)]!
  const very = () => from(en, 0, 30)
  const common = () => from(en, 31, 89)
  const usual = () => from(en, 90, 600)
  const rare = () => from(en, 20_000, 190_000)
  const beginning = (letters: number, last: number) => `${from(en, 0, last).padEnd(letters, 'e').slice(0, letters)}*`
  const characters = (count: number, last: number) => Array.from({ length: count }, () => from(zh, 0, last)).join('')
  return {
    'a word that is everywhere': very,
    'a usual word': usual,
    'a rare word': rare,
    'two words': () => `${usual()} ${from(en, 2000, 20_000)}`,
    'two usual words': () => `${usual()} ${usual()}`,
    'a phrase of two usual words': () => `"${usual()} ${usual()}"`,
    'a phrase with a rare word': () => `"${very()} ${rare()}"`,
    'a phrase of two common words': () => `"${very()} ${very()}"`,
    'a phrase of five common words': () => `"${common()} ${very()} ${common()} ${very()} ${common()}"`,
    'a phrase of four usual words': () => `"${usual()} ${usual()} ${usual()} ${usual()}"`,
    'the first two letters of a word': () => beginning(2, 5000),
    'the first three letters of a word': () => beginning(3, 5000),
    'the first four letters of a word': () => beginning(4, 50_000),
    'a word and two letters of another': () => `${from(en, 500, 50_000)} ${beginning(2, 500)}`,
    'a phrase that ends with two letters': () => `"${very()} ${beginning(2, 500)}"`,
    'one word without another': () => `${usual()} -${usual()}`,
    'a common word without another': () => `${very()} -${common()}`,
    'a word without a phrase': () => `${usual()} -"${very()} ${very()}"`,
    'one Chinese character': () => characters(1, 800),
    'two Chinese characters': () => characters(2, 800),
    'four Chinese characters': () => characters(4, 60),
  }
}
