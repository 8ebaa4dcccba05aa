import { afterAll, beforeAll, describe, it } from 'vitest'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { koboFile, liveAMonth } from './month.fixture.ts'

const BOOKS = 120

// Five thousand books and real connections: `npm run faults -- kobo-month --books 5000`.
describe.each(['sqlite', 'postgres'] as const)('two Kobos on %s', (kind) => {
  let app: TestServer
  let libraryId: string
  beforeAll(async () => {
    app = await openTestServer(kind, Object.fromEntries(Array.from({ length: BOOKS }, (_, n) => koboFile(n))))
    libraryId = await app.scan()
  }, 300_000)
  afterAll(() => app.close())

  it('stay in step through lost answers and a month of changes', async () => {
    await liveAMonth(
      {
        library: app.library,
        async ask(method, path, body) {
          const { status, json, text } = await app.ask(method, path, { as: app.admin, body })
          if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
          return json
        },
        async scan() {
          await app.ask('POST', `libraries/${libraryId}/scan`, { as: app.admin })
          await app.settle()
        },
        send: (method, path, { body, headers }) => app.ask(method, path, { body, headers }),
        ...(process.env.TEST_SAY && { say: console.log }),
      },
      BOOKS,
    )
  }, 300_000)
})
