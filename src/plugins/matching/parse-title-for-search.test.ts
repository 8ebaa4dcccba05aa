import { expect, it } from 'vitest'
import { parseTitleForSearch } from './parse-title-for-search.ts'

it.each([
  ['鋼の庭 全12巻', '鋼の庭'],
  ['鋼の庭 第01-12巻', '鋼の庭'],
  ['강철 정원 1-12권', '강철 정원'],
  ['【全巻】 鋼の庭（完全版） 1～12巻', '鋼の庭（完全版）'],
  ['Jardin d’acier T01-T12', 'Jardin d’acier'],
  ['Steel Garden Vol.01-Vol.12 (Digital)', 'Steel Garden'],
  ['Jardin d’acier 12 tomes', 'Jardin d’acier'],
  ['Steel Garden - 4 Volumes', 'Steel Garden'],
  ['Four Volumes', 'Four Volumes'],
  ['第七の庭', '第七の庭'],
  ['全100話', '全100話'],
  ['Garden 2-4', 'Garden 2-4'],
])('searches for “%s” as “%s”', (name, title) => {
  expect(parseTitleForSearch(name).title).toBe(title)
})
