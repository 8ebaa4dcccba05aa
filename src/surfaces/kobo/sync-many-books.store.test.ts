import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeBook } from '../../../test/rows.ts'
import { bumpRevisions } from '../../store/revision.ts'
import { type KoboReader, openKoboReader } from './kobo-reader.fixture.ts'

const MANY = 230

describe.each(['sqlite', 'postgres'] as const)('a Kobo with many books on %s', (kind) => {
  let app: KoboReader['app']
  let addDevice: KoboReader['addDevice']
  let removeDevices: KoboReader['removeDevices']
  beforeAll(async () => {
    ;({ app, addDevice, removeDevices } = await openKoboReader(kind))
    await app.db.transaction(async (tx) => {
      const series = await tx.selectFrom('series').selectAll().executeTakeFirstOrThrow()
      for (let n = 0; n < MANY; n++) {
        await makeBook(tx, series, {
          title: `Many ${n}`,
          path: `many/${n}.epub`,
          file_name: `${n}.epub`,
          format: 'epub',
          hash: `h${n}`,
          analyzed: 1,
          class: series.class,
        })
      }
    })
    await app.db.transaction((tx) => bumpRevisions(tx, 'catalog'))
  }, 300_000)
  afterAll(() => app.close())
  afterEach(() => removeDevices())

  it.each([{ pinsToken: false }, { pinsToken: true }])('gets each of them once, %o', async (options) => {
    const { device } = await addDevice(undefined, options)
    await device.sync()
    expect(device.books.size).toBe(MANY + 2)
    expect(Math.max(...device.entitlements.values())).toBe(1)
    expect(device.pages).toBe(3)
    expect(await device.sync()).toEqual([])
  })

  it.each([{ pinsToken: false }, { pinsToken: true }])(
    'loses nothing with an answer that was lost, %o',
    async (options) => {
      for (const losesPage of [1, 2, 3]) {
        const { device } = await addDevice(undefined, options)
        await device.sync({ losesPage })
        await device.sync()
        expect([losesPage, device.books.size]).toEqual([losesPage, MANY + 2])
        expect([...device.entitlements.values()].filter((n) => n > 1).length).toBeLessThanOrEqual(100)
        expect(await device.sync()).toEqual([])
      }
    },
  )

  it('never gets them again because of a token it does not know', async () => {
    const { device } = await addDevice()
    await device.sync()
    device.token = 'eyJ0eXAiOjF9.e30='
    await device.sync()
    device.token = undefined
    await device.sync()
    device.token = 'garbage'
    await device.sync()
    expect([...device.entitlements.values()].filter((n) => n > 2)).toEqual([])
    expect([...device.entitlements.values()].filter((n) => n > 1).length).toBeLessThanOrEqual(100)
  })

  it('gets a clear error if a file is missing', async () => {
    const { device, url } = await addDevice()
    await device.sync()
    const [id] = [...device.books].find(([, { Title }]) => Title === 'Many 7')!
    expect((await app.request('GET', `${new URL(url).pathname}/v1/books/${id}/file/kepub`)).status).toBe(404)
  })

  it('gets two pages, not one twice, for two requests at the same moment', async () => {
    const { url } = await addDevice()
    const path = `${new URL(url).pathname}/v1/library/sync`
    const answers = await Promise.all([app.request('GET', path), app.request('GET', path), app.request('GET', path)])
    const ids = answers.flatMap(({ json }) =>
      json.map((item: Record<string, { BookEntitlement: { Id: string } }>) => item.NewEntitlement!.BookEntitlement.Id),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBe(MANY + 2)
  })
})
