import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../../test/processes.ts'
import { defaultConfig } from '../../config/load-config.ts'
import { type App, createApp } from '../edge/app.ts'
import { openLogger } from '../edge/server-logger.ts'
import { readUploadForm } from './upload.ts'

const type = 'multipart/form-data; boundary=x'
const file = (name: string, text: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${name}.txt"\r\n\r\n${text}\r\n`
const field = (name: string, text: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`

describe('an upload form', () => {
  let app: App
  let cut = 0
  beforeAll(async () => {
    const config = defaultConfig()
    config.limits.upload_bytes = 1000
    app = await createApp(config, { log: openLogger({ level: 'silent', pretty: false }) })
    app.post('/upload', async (request) => {
      try {
        const { bytes, fileName, fields } = await readUploadForm(request)
        return { text: Buffer.from(bytes).toString(), fileName, fields }
      } catch (error) {
        if (request.raw.destroyed) cut += 1
        throw error
      }
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => app.close())

  const send = async (payload: string, contentType = type) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/upload',
      payload,
      headers: { 'content-type': contentType },
    })
    return [answer.statusCode, answer.json()]
  }

  it('yields its file and its other fields, before or after the file', async () => {
    const form = `${field('one', 'é')}${file('cover', 'abc')}${field('__proto__', 'x')}${field('two', '2')}--x--\r\n`
    const [status, said] = await send(form, 'Multipart/Form-Data;boundary="x"')
    expect([status, said.text, said.fileName, said.fields.one, said.fields.two]).toEqual([
      200,
      'abc',
      'cover.txt',
      'é',
      '2',
    ])
  })

  it('has one file: others are skipped', async () => {
    expect(await send(`${file('a', '1')}${file('b', '2')}--x--\r\n`)).toMatchObject([200, { text: '1' }])
  })

  it.each([
    ['a file of more than the limit', `${file('a', 'y'.repeat(1001))}--x--\r\n`, 413],
    ['more files than anyone needs', `${file('a', '1').repeat(11)}--x--\r\n`, 413],
    ['more fields than anyone needs', `${field('a', '1').repeat(51)}${file('a', '1')}--x--\r\n`, 413],
    ['nothing', '', 400],
    ['no file', `${field('a', '1')}--x--\r\n`, 400],
    ['an empty file', `${file('a', '')}--x--\r\n`, 400],
    ['no end', file('a', '1'), 400],
    ['a file that breaks off', `${file('a', 'abc').slice(0, -4)}`, 400],
    ['something else', 'hello', 400],
    ['a part without a head', '--x\r\n\r\n--x--\r\n', 400],
  ])('is refused with %s, and the next one is taken', async (_, form, status) => {
    const answer = await send(form)
    expect(answer[0]).toBe(status)
    expect(answer[1]).toHaveProperty('message')
    expect((await send(`${file('a', '1')}--x--\r\n`))[0]).toBe(200)
  })

  it('is refused without a boundary', async () => {
    expect((await send(`${file('a', '1')}--x--\r\n`, 'multipart/form-data'))[0]).toBe(400)
    expect((await send('{}', 'application/json'))[0]).toBe(415)
  })

  it('ends when the client disconnects', async () => {
    const { port } = app.server.address() as { port: number }
    const socket = connect(port, '127.0.0.1')
    const head = `POST /upload HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: 5000\r\n\r\n`
    socket.write(`${head}${file('a', 'abc')}`, () => socket.destroy())
    await until('it has ended', () => cut === 1)
    expect((await send(`${file('a', '1')}--x--\r\n`))[0]).toBe(200)
  })
})
