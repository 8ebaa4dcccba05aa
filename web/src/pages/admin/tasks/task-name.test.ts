import { expect, test } from 'vitest'
import { taskName } from './task-name.ts'

const sources = import.meta.glob<string>('../../../../../src/**/*.ts', {
  query: '?raw',
  eager: true,
  import: 'default',
})

test('a known kind has words, an unknown one its own name', () => {
  expect(taskName('scan_library', (key) => `<${key}>`)).toBe('<taskType.scan_library>')
  expect(taskName('water_plants', (key) => key)).toBe('Water plants')
})

test('every kind of task that the server has is named in words', () => {
  const types = Object.entries(sources)
    .filter(([path]) => !/\.(?:test|fixture)\./.test(path))
    .flatMap(([, text]) => [...text.matchAll(/= defineTask\b[^(]*\(\{\s*type: '(\w+)'/g)])
    .map(([, type]) => type ?? '')
  expect(types.length).toBeGreaterThan(15)
  expect(types.filter((type) => !taskName(type, (key) => `<${key}>`).startsWith('<'))).toEqual([])
})
