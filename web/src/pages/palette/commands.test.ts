import { expect, test } from 'vitest'
import { matchingOptions, type PaletteOption } from './commands.tsx'

const option = (group: string, title: string): PaletteOption => ({ id: `${group}-${title}`, group, title, mark: null })

test('what is found of one group stays together, in the place of its best', () => {
  const options = [
    option('Pages', 'Downloads'),
    option('Pages', 'Want to read'),
    option('Settings', 'Duplicates'),
    option('Settings', 'Audit log'),
    option('Actions', 'Add user'),
  ]
  const found = matchingOptions(options, 'd', 6)
  expect(found.map(({ title }) => title)).toEqual(['Downloads', 'Want to read', 'Duplicates', 'Audit log', 'Add user'])
  const groups = found.map(({ group }) => group)
  expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(['Pages', 'Settings', 'Actions'])
})
