import { relative } from 'node:path'
import { makeKomga } from '../../src/import-export/komga.fixture.ts'
import type { DemoServer } from './server.ts'

interface Book {
  filePath: string
  fileSize: number
  pageCount: number
}

/** A move from a Komga that has the same comics below another folder; nothing has been imported yet. */
export async function readDemoKomga({ ask }: Pick<DemoServer, 'ask'>): Promise<void> {
  const libraries = await ask<{ id: string; name: string; path: string }[]>('GET', '/libraries')
  const comics = libraries.find(({ name }) => name === 'Comics')!
  const { data } = await ask<{ data: Book[] }>('GET', `/books?libraryId=${comics.id}&pageSize=40`)
  const books = data.map((book, index) => ({
    id: `BOOK${String(index).padStart(9, '0')}`,
    series: relative(comics.path, book.filePath).split('/')[0]!,
    path: relative(comics.path, book.filePath),
    size: book.fileSize,
    pages: book.pageCount,
  }))
  const { path } = makeKomga(books, { passwordHash: '$2a$10$unused', root: '/data/comics' })
  const { id } = await ask<{ id: string }>('POST', '/admin/imports', { path })
  for (let tries = 0; tries < 600; tries++) {
    const { status } = await ask<{ status: string }>('GET', `/admin/imports/${id}`)
    if (status !== 'reading') break
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await ask('POST', `/admin/imports/${id}/run`, { dryRun: true })
}
