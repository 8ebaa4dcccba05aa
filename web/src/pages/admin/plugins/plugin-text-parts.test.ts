import { expect, test } from 'vitest'
import { splitPluginText } from './plugin-text-parts.ts'

test('code, bold and emphasised words are told apart from the rest', () => {
  expect(splitPluginText('Set `baseUrl` in **Settings** and hit *Poll now*.')).toEqual([
    { kind: 'plain', text: 'Set ' },
    { kind: 'code', text: 'baseUrl' },
    { kind: 'plain', text: ' in ' },
    { kind: 'strong', text: 'Settings' },
    { kind: 'plain', text: ' and hit ' },
    { kind: 'strong', text: 'Poll now' },
    { kind: 'plain', text: '.' },
  ])
})

test.each(['', 'plain', 'a ` alone', '2 * 3 * 4', 'a*b*c', '** **'])('“%s” marks nothing', (text) => {
  expect(splitPluginText(text)).toEqual(text === '' ? [] : [{ kind: 'plain', text }])
})
