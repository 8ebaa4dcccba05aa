import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendRequest, signIn, start, until } from '../../test/processes.ts'
import type { FaultContext } from './fault.ts'

/** The disk with the database fills up, and has space again. Requires permission to mount a small one. */
export async function diskFull({ folder, say, expect }: FaultContext): Promise<void> {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'lectern-faults', disk], { stdio: 'ignore' })
  } catch {
    say('skipped: a small disk cannot be mounted here')
    return
  }
  try {
    const { url, stop } = await start({
      data: join(disk, 'data'),
      settings: { TASKS__WORKERS: '1', LOG__KEEP: 'false' },
    })
    const as = await signIn(url)
    const acknowledged: string[] = []
    const write = async () => {
      const made = await sendRequest(url, 'api-keys', { as, body: { name: 'x'.repeat(200) } })
      if (made.status === 201) acknowledged.push(made.json.id)
      return made
    }
    for (let i = 0; i < 50; i += 1) await write()
    const ballast = join(disk, 'ballast')
    fill(ballast)
    let refused: Awaited<ReturnType<typeof write>> | undefined
    for (let i = 0; i < 3000 && !refused; i += 1) {
      const made = await write()
      if (made.status !== 201) refused = made
    }
    say(`full after ${acknowledged.length} writes: ${refused?.status} ${refused?.json?.message ?? ''}`)
    expect('a write is refused with 503 and the reason', refused?.status === 503 && /full/.test(refused.json.message))
    expect('reading goes on', (await sendRequest(url, 'api-keys', { as })).status === 200)
    await sleep(500)
    rmSync(ballast)
    await until('writing goes on once there is room', async () => (await write()).status === 201)
    const { json } = await sendRequest(url, 'api-keys', { as })
    const known = new Set(json.map(({ id }: { id: string }) => id))
    expect(
      `all ${acknowledged.length} acknowledged writes are there`,
      acknowledged.every((id) => known.has(id)),
    )
    expect('it closes in order', (await stop()) === 0)
  } finally {
    execFileSync('umount', ['-l', disk])
  }
}

function fill(path: string): void {
  for (let bytes = 1 << 20; bytes >= 1; bytes = bytes >> 2) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      // A smaller chunk may still fit.
    }
  }
}
