import type { DemoServer } from './server.ts'

type Book = { id: string; pageCount: number; seriesId: string; title: string }
type Series = { id: string; title: string; libraryId: string; libraryName: string; bookCount: number }
type Page<T> = { data: T[] }

/** A server in use: books started and finished, lists created. Returns what the screenshots show. */
export async function makeSampleUserData({ ask }: Pick<DemoServer, 'ask'>) {
  const { data: series } = await ask<Page<Series>>('GET', '/series?pageSize=100')
  const booksOf = (id: string) => ask<Page<Book>>('GET', `/series/${id}/books`).then((page) => page.data)
  const comics = series.filter((each) => each.libraryName !== 'Books' && each.title !== 'Unsorted')
  const novels = series.filter((each) => each.libraryName === 'Books')

  for (const [n, each] of comics.entries()) {
    const [first, second] = (await booksOf(each.id)).filter((book) => book.pageCount > 0)
    if (n % 3 === 0 && first) await ask('POST', `/books/${first.id}/read`)
    if (n % 4 === 1 && first)
      await ask('PUT', `/books/${first.id}/progress`, { currentPage: 2 + (n % Math.max(2, first.pageCount - 3)) })
    if (n % 6 === 0 && second) await ask('PUT', `/books/${second.id}/progress`, { currentPage: 5 })
  }
  const [novel] = novels[0] ? await booksOf(novels[0].id) : []
  if (novel) await ask('PUT', `/books/${novel.id}/progress`, { currentPage: Math.ceil(novel.pageCount / 3) })

  const names = ['Comfort reading', 'For a rainy week', 'Award winners', 'Borrowed by Jun']
  for (const [n, name] of names.entries())
    await ask('POST', '/collections', {
      name,
      shared: true,
      ids: series.slice(n * 5, n * 5 + 7).map((each) => each.id),
    })
  const crossover = (await Promise.all(comics.slice(0, 6).map((each) => booksOf(each.id)))).flat()
  await ask('POST', '/readlists', {
    name: 'The Meridian crossover',
    summary: 'In the order of the story, not of the covers.',
    ordered: true,
    ids: crossover.map((book) => book.id),
  })
  for (const each of series.slice(8, 20)) await ask('PUT', `/series/${each.id}/want-to-read`)

  const manga = series.find((each) => each.libraryName === 'Manga' && each.bookCount > 3) ?? series[0]
  const comic = series.find((each) => each.libraryName === 'Comics' && each.bookCount > 2) ?? series[0]
  if (!manga || !comic || !novel) throw new Error('The demo library is empty.')
  const [mangaBook] = await booksOf(manga.id)
  const [comicBook] = await booksOf(comic.id)
  const onlyBookOf = async (title: string) => {
    const found = series.find((each) => each.title === title)
    return found && (await booksOf(found.id))[0]?.id
  }
  await furnish(
    ask,
    series.map(({ id }) => id),
  )
  const { data: collections } = await ask<Page<{ id: string }>>('GET', '/collections')
  const { data: readLists } = await ask<Page<{ id: string }>>('GET', '/readlists')
  return {
    seriesId: comic.id,
    mangaBookId: mangaBook?.id ?? '',
    comicBookId: comicBook?.id ?? '',
    novelId: novel.id,
    pictureBookId: (await onlyBookOf('Paper Boats')) ?? '',
    japaneseId: (await onlyBookOf('吾輩は猫である')) ?? '',
    leavesId: (await onlyBookOf('Field Notes')) ?? '',
    libraryId: comic.libraryId,
    collectionId: collections[0]?.id ?? '',
    readListId: readLists[0]?.id ?? '',
  }
}

/** The admin's side of a server in use: users, keys, a tag and past searches. */
async function furnish(ask: DemoServer['ask'], seriesIds: string[]) {
  const people = [
    ['noor', 'reader'],
    ['tomas', 'maintainer'],
  ]
  for (const [username, role] of people)
    await ask('POST', '/users', { username, role, password: 'a quiet reading room' })
  const keys = [
    ['Kobo in the kitchen', ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead', 'ProgressWrite']],
    ['Backup script', ['LibrariesRead', 'TasksRead']],
  ] as const
  for (const [name, permissions] of keys) await ask('POST', '/api-keys', { name, permissions })
  const tag = await ask<{ id: string }>('POST', '/admin/sharing-tags', { name: 'For grown-ups' })
  for (const id of seriesIds.slice(0, 3)) await ask('POST', `/series/${id}/sharing-tags`, { sharingTagId: tag.id })
  await ask('POST', '/duplicates/scan')
}
