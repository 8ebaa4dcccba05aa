import { describe, expect, it } from 'vitest'
import { fontOf } from '../../formats/font/font.fixture.ts'
import { openAccessServer } from './mount-account-routes.fixture.ts'

type Server = Awaited<ReturnType<typeof openAccessServer>>

/** A form with one file, as a browser sends it. */
function upload(server: Server, as: string, file: Buffer, path = 'fonts') {
  const head =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="evil.html"\r\ncontent-type: text/html\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')])
  return server.request('POST', path, { as, body, headers: { 'content-type': 'multipart/form-data; boundary=x' } })
}

describe.each(['sqlite', 'postgres'] as const)('fonts on %s', (kind) => {
  it('are their owner’s, those of the server everybody’s', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const mara = await server.addUser(root, 'mara', 'reader')
    const mine = await upload(server, mara.as, fontOf({ family: 'Harbour Serif', weight: 700 }))
    expect([mine.status, mine.body]).toMatchObject([
      201,
      { family: 'Harbour Serif', format: 'ttf', weight: 700, isItalic: false, isVariable: false, scope: 'user' },
    ])
    const variable = fontOf({ family: 'Common Sans', axes: { wght: [300, 650] } })
    const shared = await upload(server, root, variable, 'server/fonts')
    expect(shared.body).toMatchObject({ scope: 'server', isVariable: true, minWeight: 300, maxWeight: 650 })

    const families = async (as: string) =>
      (await server.request('GET', 'fonts', { as })).body.fonts.map((font: { family: string }) => font.family)
    expect(await families(mara.as)).toEqual(['Common Sans', 'Harbour Serif'])
    expect(await families(root)).toEqual(['Common Sans'])

    const file = await server.request('GET', `fonts/${mine.body.id}/file`, { as: mara.as })
    expect([file.status, file.headers['content-type']]).toEqual([200, 'font/ttf'])
    expect(file.headers['x-content-type-options']).toBe('nosniff')
    expect(file.headers['content-security-policy']).toContain("default-src 'none'")
    const etag = { 'if-none-match': String(file.headers.etag) }
    expect((await server.request('GET', `fonts/${mine.body.id}/file`, { as: mara.as, headers: etag })).status).toBe(304)

    expect((await server.request('GET', `fonts/${mine.body.id}/file`, { as: root })).status).toBe(404)
    expect((await server.request('DELETE', `fonts/${mine.body.id}`, { as: root })).status).toBe(404)
    expect((await server.request('GET', `fonts/${shared.body.id}/file`, { as: mara.as })).status).toBe(200)
    expect((await server.request('DELETE', `fonts/${shared.body.id}`, { as: mara.as })).status).toBe(404)
    expect((await server.request('DELETE', `server/fonts/${shared.body.id}`, { as: mara.as })).status).toBe(403)
    expect((await upload(server, mara.as, fontOf({}), 'server/fonts')).status).toBe(403)
    expect((await server.request('GET', 'fonts')).status).toBe(401)
    expect((await server.request('DELETE', `server/fonts/${shared.body.id}`, { as: root })).status).toBe(204)
    expect(await families(mara.as)).toEqual(['Harbour Serif'])
  })

  it('are checked and counted, and the same file is kept once', async () => {
    const server = await openAccessServer(kind, {
      change: (config) => {
        config.limits.fonts = 2
      },
    })
    const root = await server.setUp()
    const bad = await upload(server, root, Buffer.from('<html><script>alert(1)</script></html>'))
    expect([bad.status, bad.body.message]).toEqual([422, 'This is not a TTF, OTF or WOFF2 font.'])
    expect(server.files.size).toBe(0)
    const first = await upload(server, root, fontOf({ family: 'One' }))
    const again = await upload(server, root, fontOf({ family: 'One' }))
    expect(again.body.id).toBe(first.body.id)
    const more = await Promise.all(['Two', 'Three', 'Four'].map((family) => upload(server, root, fontOf({ family }))))
    expect(more.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(server.files.size).toBe(2)
    expect((await server.request('DELETE', `fonts/${first.body.id}`, { as: root })).status).toBe(204)
    expect(server.files.size).toBe(1)
  })

  it('go with their owner, unless somebody else has the same file', async () => {
    const server = await openAccessServer(kind)
    const root = await server.setUp()
    const mara = await server.addUser(root, 'mara', 'reader')
    await upload(server, mara.as, fontOf({ family: 'Hers' }))
    await upload(server, mara.as, fontOf({ family: 'Both' }))
    await upload(server, root, fontOf({ family: 'Both' }))
    expect((await server.request('DELETE', `users/${mara.id}`, { as: root })).status).toBe(204)
    expect(server.files.size).toBe(1)
    expect((await server.request('GET', 'fonts', { as: root })).body.fonts).toHaveLength(1)
  })
})
