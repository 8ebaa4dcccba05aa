import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sendRequest, signIn, start, stopAll, until } from './processes.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-kill-'))
afterAll(async () => {
  await stopAll()
  rmSync(folder, { recursive: true, force: true })
})

test('a server that is killed at any moment starts again, and nothing it acknowledged is lost', async () => {
  const acknowledged: string[] = []
  for (let round = 0; round <= 3; round++) {
    const server = await start({ data: folder })
    const as = await signIn(server.url)
    const { json } = await sendRequest(server.url, 'api-keys', { as })
    const known = json.map(({ id }: { id: string }) => id)
    expect(new Set(known).size).toBe(known.length)
    expect(known).toEqual(expect.arrayContaining(acknowledged))
    // Ten concurrent writers; each records the confirmed writes until the connection breaks.
    const goal = acknowledged.length + 10 + round * 7
    const writers = Array.from({ length: 10 }, () => writeUntilItBreaks(server.url, as, acknowledged))
    const writing = Promise.allSettled(writers)
    await until('some are written', () => acknowledged.length >= goal)
    await server.kill()
    await writing
  }
}, 240_000)

async function writeUntilItBreaks(url: string, as: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    const { status, json } = await sendRequest(url, 'api-keys', { as, body: { name: 'k' } })
    if (status === 201) acknowledged.push(json.id)
  }
}
