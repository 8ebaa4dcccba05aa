import { expect, test } from 'vitest'
import { matchingPaletteOptions, type PaletteOption } from './palette-options.tsx'

const option = (group: string, title: string, detail?: string): PaletteOption => ({
  id: `${group}-${title}`,
  group,
  title,
  detail,
  mark: null,
})

test('the hits of one group stay together, where the best of them ranks', () => {
  const options = [
    option('Pages', 'Downloads'),
    option('Pages', 'Want to read'),
    option('Settings', 'Duplicates'),
    option('Settings', 'Audit log'),
    option('Actions', 'Add user'),
  ]
  const found = matchingPaletteOptions(options, 'd')
  expect(found.map(({ title }) => title)).toEqual(['Downloads', 'Want to read', 'Duplicates', 'Audit log', 'Add user'])
  const groups = found.map(({ group }) => group)
  expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(['Pages', 'Settings', 'Actions'])
})

test('what an option says beside its title finds it too, the name of its group alone does not', () => {
  const options = [option('Actions', 'Theme: Lamp', 'Dark, warm'), option('Actions', 'Theme: Paper', 'Light')]
  const found = (text: string) => matchingPaletteOptions(options, text).map(({ title }) => title)
  expect(found('dark')).toEqual(['Theme: Lamp'])
  expect(found('dark theme')).toEqual(['Theme: Lamp'])
  expect(found('theme')).toEqual(['Theme: Lamp', 'Theme: Paper'])
  expect(found('actions')).toEqual([])
})

test('a word finds all that have it, a letter only the first few', () => {
  const libraries = Array.from({ length: 9 }, (_, index) => option('Actions', `Scan Library ${index}`))
  expect(matchingPaletteOptions(libraries, 'scan')).toHaveLength(9)
  expect(matchingPaletteOptions(libraries, 's')).toHaveLength(6)
  const japanese = Array.from({ length: 9 }, (_, index) => option('操作', `書庫${index}を読込`))
  expect(matchingPaletteOptions(japanese, '読込')).toHaveLength(9)
})
