import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { defaultConfig } from '../config/load-config.ts'
import type { Db } from '../store/open.ts'
import { openAuditRecorder } from './audit-recorder.ts'

it('writes no character into the log that a terminal would follow', async () => {
  const lines: string[] = []
  const log = { info: (_: object, line: string) => lines.push(line), error: () => {} }
  const request = { ip: '198.51.100.9', headers: {}, log } as unknown as FastifyRequest
  const db = { transaction: async () => {} } as unknown as Db
  const audit = openAuditRecorder(db, defaultConfig())
  await audit.record('sign_in_failed', request, { username: 'Zoë "\u009b2J\u202e\n\u2028' })
  expect(lines).toEqual(['Sign-in failed from 198.51.100.9 by "Zoë \\"\\u{9b}2J\\u{202e}\\n\\u{2028}"'])
})
