import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reasonOf, reasonSentences } from './reasons.ts'

test('every sentence is matched to its code and its parameters', () => {
  for (const [code, sentence] of Object.entries(reasonSentences)) {
    const params: Record<string, string> = {}
    const said = sentence.replace(/\{(\w+)\}/g, (_, name: string) => (params[name] = `<${name} 7>`))
    expect(reasonOf(said)).toEqual({ code, params })
  }
  expect(reasonOf('The reader of this file crashed.')).toEqual({ code: 'file_reader_crashed', params: {} })
  expect(reasonOf('The file cannot be read (EACCES).')).toEqual({
    code: 'file_not_readable',
    params: { code: 'EACCES' },
  })
  expect(reasonOf('Nobody ever said this.')).toBeUndefined()
})

test('nearly every reason why a file cannot be read has a code', () => {
  const src = join(import.meta.dirname, '..')
  const files = globSync('formats/**/*.ts', { cwd: src }).filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  const thrown = files.flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8')
    return [...text.matchAll(/new FormatError\(\s*'\w+',\s*(?:'([^']+)'|`([^`]+)`)/g)].map(([, plain, filled]) =>
      (plain ?? filled ?? '').replace(/(\w)\$\{[^}]+\}/g, '$1 by 7').replace(/\$\{[^}]+\}/g, '7'),
    )
  })
  expect(thrown.length).toBeGreaterThan(30)
  // A new sentence is shown in English until it has a code.
  const without = thrown.filter((sentence) => /^[A-Z].*\.$/.test(sentence) && !reasonOf(sentence))
  expect(without.length / thrown.length, without.join('\n')).toBeLessThan(0.15)
})
