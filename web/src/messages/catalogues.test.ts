import { expect, test } from 'vitest'
import { doctorSentences } from '../../../src/contract/doctor.ts'
import { importDetailSentences } from '../../../src/contract/import-details.ts'
import { reasonSentences } from '../../../src/contract/reasons.ts'
import { catalogueProblems, type Messages, messageNamesFile } from './check-catalogue.ts'
import { firstPagesEnglish } from './first-pages-english.ts'
import { languages } from './language-list.ts'
import { otherPagesEnglish } from './other-pages-english.ts'
import { settingsEnglish } from './settings-english.ts'

const files = import.meta.glob<Messages>('./*/*.json', { eager: true, import: 'default' })
const namesFile = Object.values(
  import.meta.glob('./message-names.ts', { eager: true, query: '?raw', import: 'default' }),
)
const nameOf = (path: string) => path.slice(2, -5).split('/') as [language: string, area: string]
const english = Object.fromEntries(
  Object.entries(files).flatMap(([path, messages]) => (nameOf(path)[0] === 'en' ? [[nameOf(path)[1], messages]] : [])),
)

test('every translation fits the English message: its values, its plural forms, no key of its own', () => {
  const problems = Object.entries(files).flatMap(([path, messages]) => {
    const [language, area] = nameOf(path)
    return catalogueProblems(language, english[area] ?? {}, messages).map((problem) => `${path} ${problem}`)
  })
  expect(problems).toEqual([])
})

test('the name of a button for one of many contains what the button shows, so that it can be said to it', () => {
  const wrong = Object.entries(files).flatMap(([path, messages]) =>
    Object.entries(messages).flatMap(([key, name]) => {
      const shown = key.endsWith('Name') && name.includes('{name}') ? messages[key.slice(0, -4)] : undefined
      const isSaid = !shown || name.toLowerCase().includes(shown.replace(/…$/, '').toLowerCase())
      return isSaid ? [] : [`${path} ${key}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('every folder is a language that can be chosen', () => {
  const folders = new Set(Object.keys(files).map((path) => nameOf(path)[0]))
  expect([...folders].filter((folder) => !(folder in languages))).toEqual([])
})

test('English, German and Japanese lack nothing', () => {
  const keys = Object.entries(english).flatMap(([area, messages]) => (area === 'reasons' ? [] : Object.keys(messages)))
  expect(
    keys.filter((key) => !(key in firstPagesEnglish || key in otherPagesEnglish || key in settingsEnglish)),
  ).toEqual([])
  expect(Object.keys(firstPagesEnglish).filter((key) => !keys.includes(key))).toEqual([])
  for (const language of ['de', 'ja'])
    for (const [area, messages] of Object.entries(english)) {
      const translated = files[`./${language}/${area}.json`] ?? {}
      expect(Object.keys(messages).filter((key) => !(key in translated))).toEqual([])
    }
})

test('messages loaded with the settings are used only there', () => {
  const late = ['admin', 'imports', 'kobo', 'security', 'settings']
  expect(saidOutside(late, /^\.\.\/(library-form|pages\/(admin|settings|first-run))\//)).toEqual([])
})

test('first pages say only what is loaded with them', () => {
  const first = importedBy([
    '../main.tsx',
    '../pages/framed-layout.tsx',
    '../pages/home/home-page.tsx',
    '../pages/series/series-page.tsx',
    '../pages/book/book-page.tsx',
    '../pages/sign-in/sign-in-page.tsx',
  ])
  expect(first.size).toBeGreaterThan(100)
  const late = Object.keys(english).filter((area) => !['common', 'first', 'reasons'].includes(area))
  const isLater = { test: (path: string) => !first.has(path) }
  expect(saidOutside(late, isLater)).toEqual([])
})

const code = import.meta.glob<string>('../**/*.{ts,tsx}', { eager: true, query: '?raw', import: 'default' })

/** These files and all that they import at once, types aside. */
function importedBy(files: string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    const text = code[file.replace(/^\.\.\/messages\//, './')]
    if (text === undefined || found.has(file)) continue
    found.add(file)
    const imports = text.matchAll(/^(?:import|export)\b(?! type\b)[^'`;]*?\bfrom '(\.[^']+)'/gm)
    importedBy(
      [...imports].map(([, to = '']) => new URL(to, `x:/src/messages/${file}`).pathname.replace('/src/', '../')),
      found,
    )
  }
  return found
}

/** Where files outside `allowed` say what belongs to these areas. */
function saidOutside(areas: string[], allowed: Pick<RegExp, 'test'>): string[] {
  const late = Object.entries(english).flatMap(([area, messages]) =>
    areas.includes(area) ? Object.keys(messages) : [],
  )
  expect(late.length).toBeGreaterThan(100)
  const elsewhere = Object.entries(code).filter(([path]) => !/^\.\/|\.test\.ts$/.test(path) && !allowed.test(path))
  expect(elsewhere.length).toBeGreaterThan(60)
  // A key that is put together is known by its beginning and what follows the first piece.
  return elsewhere.flatMap(([path, text]) =>
    [...text.matchAll(/['`](\w+\.[\w.]*)(?:\$\{[^}]*\}([\w.]*)|['`])/g)].flatMap(([, key = '', rest]) =>
      late.some((each) => (rest === undefined ? each === key : fits(each, key, rest))) ? [`${path} ${key}`] : [],
    ),
  )
}

const fits = (each: string, key: string, rest: string) =>
  each.startsWith(key) && each.endsWith(rest) && !each.slice(key.length, each.length - rest.length).includes('.')

test('nothing writes numbers or dates in the language of the browser', () => {
  const found = Object.entries(code).flatMap(([path, text]) =>
    [
      ...text.matchAll(/\.toLocale(?:Date|Time)?String\(|Intl\.\w+Format\((?:undefined|\))(?!\)?\.resolvedOptions)/g),
    ].map(([call]) => `${path} ${call}`),
  )
  expect(found).toEqual([])
})

test('no message shouts', () => {
  const shouting = Object.entries(files).flatMap(([path, messages]) =>
    Object.entries(messages).flatMap(([key, message]) => (/[!！¡]/.test(message) ? [`${path} ${key}`] : [])),
  )
  expect(shouting).toEqual([])
})

test('what “npm run languages” writes is up to date', () => {
  expect(namesFile, 'run “npm run languages”').toEqual([
    messageNamesFile(Object.assign({}, ...Object.values({ ...english, reasons: {} }))),
  ])
  const reasons = Object.entries({ ...reasonSentences, ...doctorSentences, ...importDetailSentences }).map(
    ([code, sentence]) => [`reason.${code}`, sentence],
  )
  expect(english.reasons, 'run “npm run languages”').toEqual(Object.fromEntries(reasons))
})

test('the check finds what is wrong with a translation', () => {
  const check = (original: string, message: string, language = 'ru') =>
    catalogueProblems(language, { key: original }, { key: message }).join()
  expect(catalogueProblems('de', {}, { key: 'x' }).join()).toContain('no such message')
  expect(check('Page {page}', 'Страница')).toContain('{page} is missing')
  expect(check('Page', 'Страница {page}')).toContain('no {page} in English')
  expect(check('Page {page}', 'Страница {page')).toContain('at character')
  expect(check('Page', ' ')).toContain('empty')

  const books = '{count, plural, =0 {No books} one {# book} other {# books}}'
  expect(check(books, '{count, plural, one {# книга} few {# книги} many {# книг} other {# книги}}')).toBe('')
  expect(check(books, '{count, plural, one {# книга} many {# книг} other {# книги}}')).toContain('“few” is missing')
  expect(check(books, '{count, plural, one {# книга} few {# книги} many {книг} other {# книги}}')).toContain('{count}')
  expect(check(books, '{count, plural, one {#冊} other {#冊}}', 'ja')).toContain('no plural form “one”')
  expect(check(books, '{count}冊', 'ja')).toBe('')

  expect(check('Page {page}', '{page} ページ', 'ja')).toContain('no space')
  expect(check('Delete?', 'Supprimer ?', 'fr')).toContain('narrow no-break space')
  expect(check('“{name}”', '“{name}”', 'ru')).toContain('quotation marks are «»')
  expect(check('Yours', '您的', 'zh-Hans')).toContain('你')

  const remove = '{count, plural, one {Remove this book?} other {Remove # books?}}'
  expect(check(remove, '{count, plural, one {эту} few {#} many {#} other {#}}')).toContain('{count} is missing')
  expect(check(remove, '{count, plural, =1 {эту} one {#} few {#} many {#} other {#}}')).toBe('')
  const arabic = '{count, plural, zero {لا كتب} one {كتاب} two {كتابان} few {# كتب} many {# كتابًا} other {# كتاب}}'
  expect(check(books, arabic, 'ar')).toBe('')
  expect(check(books, arabic.replace('# كتابًا', 'كتابًا'), 'ar')).toContain('{count} is missing')
  expect(check(remove, '{count, plural, one {ce livre} other {# livres}}', 'fr')).toBe('')

  const role = '{role, select, writer {Writer} other {Person}}'
  expect(check(role, '{role, select, other {Автор}}')).toContain('instead of other,writer')
})
