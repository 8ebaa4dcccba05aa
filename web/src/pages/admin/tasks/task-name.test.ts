import { expect, test } from 'vitest'
import { taskName } from './task-name.ts'

test('a known kind has words, an unknown one its own name', () => {
  expect(taskName('scan_library', (key) => `<${key}>`)).toBe('<taskType.scan_library>')
  expect(taskName('water_plants', (key) => key)).toBe('Water plants')
})
