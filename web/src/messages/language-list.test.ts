import { expect, test } from 'vitest'
import { directionOf, languages, matchLanguage } from './language-list.ts'

test('a tag of the browser finds the language that fits it best', () => {
  const wanted = {
    en: 'en',
    'en-GB': 'en',
    'de-AT': 'de',
    'ja-JP': 'ja',
    pt: 'pt-BR',
    'pt-BR': 'pt-BR',
    'pt-PT': 'pt-BR',
    zh: 'zh-Hans',
    'zh-CN': 'zh-Hans',
    'zh-SG': 'zh-Hans',
    'zh-TW': 'zh-Hant',
    'zh-HK': 'zh-Hant',
    'zh-Hant-HK': 'zh-Hant',
    'zh-hans-tw': 'zh-Hans',
    'es-419': 'es',
    'fr-CA': 'fr',
    'ar-EG': 'ar',
    'uk-UA': 'uk',
    'nl-BE': 'nl',
    nb: undefined,
    '': undefined,
    'not a tag': undefined,
  }
  expect(Object.fromEntries(Object.keys(wanted).map((tag) => [tag, matchLanguage(tag)]))).toEqual(wanted)
  for (const language of Object.keys(languages)) expect(matchLanguage(language)).toBe(language)
})

test('Arabic runs from right to left', () => {
  expect(Object.keys(languages).filter((each) => directionOf(each as 'en') === 'rtl')).toEqual(['ar'])
})
