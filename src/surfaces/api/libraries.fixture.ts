import '../../../test/cheap-passwords.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TestDatabase } from '../../../test/databases.ts'
import { tidyUp } from '../../../test/scan-pipeline.ts'
import { runTasksInThisThread } from '../../../test/tasks-in-this-thread.ts'
import { type BuiltServer, buildServer } from '../../build-server.ts'
import { defaultConfig } from '../../config/load-config.ts'
import type { LecternEvent } from '../../contract/events.ts'
import { openLogger } from '../edge/server-logger.ts'

export const password = 'correct horse battery'

/** A server that scans at once. Every test of the surrounding block starts without a library. */
export function serverForLibraries(open: () => Promise<TestDatabase>) {
  afterAll(tidyUp)
  let lectern: BuiltServer
  let admin: string
  const heard: LecternEvent[] = []
  const request = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    path: string,
    body?: object,
    as = admin,
  ) => {
    const answer = await lectern.app.inject({
      method,
      url: `/api/v1/${path}`,
      headers: { authorization: as },
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, body: answer.body ? answer.json() : undefined, headers: answer.headers }
  }
  const until = async (isSo: () => Promise<boolean>) => {
    for (const end = Date.now() + 180_000; Date.now() < end; await sleep(50)) if (await isSo()) return
    throw new Error('it did not happen in time')
  }
  const idle = () =>
    until(async () => {
      const { body } = await request('GET', 'tasks/stats')
      return body.pending === 0 && body.running === 0
    })

  beforeAll(async () => {
    const { options } = await open()
    const config = { ...defaultConfig(), data_dir: options.dataDir }
    config.database.url = options.url ?? null
    config.rate_limit.enabled = false
    config.tasks.workers = 1
    config.scanner.settle_seconds = 0
    lectern = await buildServer(config, {
      log: openLogger({ level: 'silent', pretty: false }),
      strictAnswers: true,
      startThread: runTasksInThisThread,
    })
    lectern.context.events.on(({ event }) => heard.push(event))
    const made = await lectern.app.inject({
      method: 'POST',
      url: '/api/v1/setup/initialize',
      payload: { username: 'root', password },
    })
    admin = `Bearer ${made.json().accessToken}`
  })
  // Leftovers of a failed test must not disturb its second try.
  beforeEach(async () => {
    for (const { id } of (await request('GET', 'libraries')).body) await request('DELETE', `libraries/${id}`)
    await idle()
  })
  afterAll(() => lectern.close())

  return {
    request,
    until,
    idle,
    heard,
    get lectern() {
      return lectern
    },
    get admin() {
      return admin
    },
  }
}
