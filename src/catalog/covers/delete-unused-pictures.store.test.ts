import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makePng } from '../../../test/fixtures/make-images.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let books: { id: string }[]
beforeAll(async () => {
  server = await openTestServer('sqlite', { 'Saga/1.cbz': makeComic(1), 'Saga/2.cbz': makeComic(2) })
  await server.scan()
  books = (await server.request('GET', 'books', { as: server.admin })).json.data
})
afterAll(() => server.close())

async function give(book: { id: string }, shade = 1): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(makePng(30, 40, shade))]), 'cover.png')
  const sent = new Response(form)
  const { statusCode } = await server.lectern.app.inject({
    method: 'POST',
    url: `/api/v1/books/${book.id}/cover`,
    headers: { authorization: server.admin, 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return statusCode
}

const coversOf = async (book: { id: string }): Promise<{ id: string }[]> =>
  (await server.request('GET', `books/${book.id}/covers`, { as: server.admin })).json.covers

async function takeAll(): Promise<void> {
  for (const book of books)
    for (const { id } of await coversOf(book))
      await server.request('DELETE', `books/${book.id}/covers/${id}`, { as: server.admin })
}

const pictureOf = async (book: { id: string }): Promise<number> => {
  const [cover] = await coversOf(book)
  return (await server.request('GET', `books/${book.id}/covers/${cover?.id}/image`, { as: server.admin })).status
}

it('a picture that one book starts using while another stops using it is kept', async () => {
  const [one, two] = books as [{ id: string }, { id: string }]
  const { pictures } = server.lectern.context.images
  const { put, remove } = pictures
  await give(one)

  // Uploaded again between the check for references and the removal.
  pictures.remove = async (hash) => {
    pictures.remove = remove
    await give(two)
    await remove(hash)
  }
  const [cover] = await coversOf(one)
  await server.request('DELETE', `books/${one.id}/covers/${cover!.id}`, { as: server.admin })
  expect(await pictureOf(two)).toBe(200)

  // Removed between the upload and the row that references it.
  await takeAll()
  pictures.put = async (bytes) => {
    pictures.put = put
    const hash = await put(bytes)
    await remove(hash)
    return hash
  }
  expect(await give(one)).toBeLessThan(300)
  expect(await pictureOf(one)).toBe(200)
})

it('two covers selected in the same millisecond have different versions', async () => {
  const [book] = books as [{ id: string }]
  const shown = async () =>
    (await server.request('GET', `books/${book.id}/thumbnail`, { as: server.admin })).headers.etag
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  const tags: unknown[] = []
  for (const shade of [50, 100, 150]) {
    expect(await give(book, shade)).toBeLessThan(300)
    tags.push(await shown())
  }
  await server.request('DELETE', `books/${book.id}/covers/selected`, { as: server.admin })
  tags.push(await shown())
  expect(new Set(tags).size).toBe(4)
})
