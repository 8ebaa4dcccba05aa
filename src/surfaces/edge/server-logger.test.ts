import { expect, test } from 'vitest'
import { open } from '../serve.fixture.ts'
import { openLogger } from './server-logger.ts'

test('secrets do not reach the log', async () => {
  const lines: string[] = []
  const app = await open(undefined, lines)
  await app.inject({ url: '/api/v1/open?password=hunter3&token=abc123', headers: { authorization: 'Bearer s3cret' } })
  await app.inject({ url: '/opds/lectern_abcd1234_verysecret/v1.2/catalog' })
  const log = openLogger({ level: 'info', pretty: false }, { write: (line) => void lines.push(line) })
  log.info({ headers: { authorization: 'Bearer s3cret', 'x-api-key': 's3cret' }, body: { password: 'hunter3' } }, 'x')
  log.info({ body: { users: [{ refreshToken: 's3cret' }] } }, 'x')
  log.error({ err: new Error('told') }, 'x')
  const text = lines.join('')
  expect(text).toContain('/api/v1/open')
  expect(text).toMatch(/"err":{"type":"Error","message":"told","stack"/)
  for (const secret of ['hunter3', 'abc123', 's3cret', 'verysecret']) expect(text).not.toContain(secret)
})
