import { expect, test } from 'vitest'
import type { FileToRead } from './open-file-cache.ts'
import { searchPdf } from './search-pdf.ts'

async function matchesIn(pages: string[], query: string) {
  const open = async () => ({ page: async (index: number) => pages[index], isComplete: () => true })
  const found: string[] = []
  for await (const { page, match } of searchPdf(open, {} as FileToRead, query, 10)) found.push(`${page} ${match}`)
  return found
}

test('a word is found by its hyphen, also where the end of a line took it', async () => {
  const pages = ['a wellknown harbour and a well-known sea', 'the Well-Known and the wellknown']
  expect(await matchesIn(pages, 'well-known')).toEqual(['1 wellknown', '1 well-known', '2 Well-Known', '2 wellknown'])
  expect(await matchesIn(pages, 'wellknown')).toEqual(['1 wellknown', '2 wellknown'])
})
