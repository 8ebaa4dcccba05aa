import { expect } from 'vitest'
import { makeComic } from '../../../test/fixtures/make-comic.ts'
import { makeEpub } from '../../../test/fixtures/make-epub.ts'
import { openTestServer, type TestServer } from '../../../test/server.ts'
import { type DeviceOptions, type Send, SimulatedKobo } from './device.fixture.ts'

export type KoboReader = Awaited<ReturnType<typeof openKoboReader>>

const sendTo =
  (app: TestServer): Send =>
  (method, path, { body, headers }) =>
    app.request(method, path, { body, headers })

/** A server with an ebook and a comic, and a user who reads them on a Kobo. */
export async function openKoboReader(kind: 'sqlite' | 'postgres') {
  const app = await openTestServer(kind, { 'A/a.epub': makeEpub(), 'C/c.cbz': makeComic(3) })
  const libraryId = await app.scan()
  const reader = await app.addUser('reader')
  const { data } = (await app.request('GET', 'books', { as: app.admin })).json
  const ofFormat = (format: string): string =>
    data.find((book: { fileFormat: string }) => book.fileFormat === format).id
  return { app, libraryId, reader, epub: ofFormat('epub'), comic: ofFormat('cbz'), addDevice, removeDevices }

  async function addDevice(scope: object = { everything: true }, options: DeviceOptions = {}) {
    const body = { name: 'Libra', scope }
    const { json, status } = await app.request('POST', 'user/kobo-devices', { as: reader.as, body })
    expect(status).toBe(201)
    return { id: json.id as string, url: json.url as string, device: new SimulatedKobo(sendTo(app), json.url, options) }
  }

  /** The number of devices per user is limited. */
  async function removeDevices() {
    const { json } = await app.request('GET', 'user/kobo-devices', { as: reader.as })
    for (const { id } of json) await app.request('DELETE', `user/kobo-devices/${id}`, { as: reader.as })
  }
}
