import { expect, it } from 'vitest'
import { nearestWord } from './nearest-word.ts'

it.each([
  ['migrat', ['backup', 'migrate'], 'migrate'],
  ['prot', ['host', 'port'], 'port'],
  ['port', ['server.host', 'server.port'], 'server.port'],
  ['server.prot', ['server.host', 'server.port'], 'server.port'],
  ['exp', ['import', 'export'], 'export'],
  ['sourceName', ['source', 'url'], 'source'],
  ['Title', ['title'], 'title'],
  // Nothing is close: no suggestion is better than nonsense.
  ['bogus', ['backup', 'doctor', 'serve'], undefined],
  ['tags', ['manga', 'title'], undefined],
])('%s among %j is %s', (word, known, near) => {
  expect(nearestWord(word, known)).toBe(near)
})
