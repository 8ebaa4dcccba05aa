import { describe, expect, it } from 'vitest'
import { LibraryNotResponding, LibraryReadLimiter, likelyMountPointOf } from './limit-library-reads.ts'

/** A read that the test completes. */
function pending() {
  let end = (_: string) => {}
  const done = new Promise<string>((resolve) => {
    end = resolve
  })
  return { work: () => done, end }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('reads of libraries', () => {
  it('are a few at a time of each, and the others take their turn', async () => {
    const reads = new LibraryReadLimiter({ threads: 12 })
    const some = Array.from({ length: 6 }, pending)
    let begun = 0
    const all = some.map(({ work }) =>
      reads.run('/a', () => {
        begun++
        return work()
      }),
    )
    expect(begun).toBe(4)
    some[0]!.end('first')
    await turn()
    expect(begun).toBe(5)
    expect(await reads.run('/b', async () => 'at once')).toBe('at once')
    for (const { end } of some) end('rest')
    expect(await Promise.all(all)).toEqual(['first', 'rest', 'rest', 'rest', 'rest', 'rest'])
  })

  it('of a share that hangs are given up, keep few threads, and come back with the share', async () => {
    const reads = new LibraryReadLimiter({ threads: 12, timeoutMs: 20 })
    const some = Array.from({ length: 6 }, pending)
    const late: string[] = []
    const all = some.map(({ work }) => reads.run('/gone', work, { tooLate: (value) => late.push(value) }))
    for (const outcome of await Promise.allSettled(all)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(LibraryNotResponding) })
    }
    let begun = false
    const refused = reads.run('/gone', async () => {
      begun = true
    })
    await expect(refused).rejects.toThrow('The folder is not responding.')
    expect(begun).toBe(false)
    expect(await reads.run('/well', async () => 'at once')).toBe('at once')

    for (const { end } of some) end('too late')
    await turn()
    expect(late).toHaveLength(4)
    expect(await reads.run('/gone', async () => 'back')).toBe('back')
  })

  it('of one library go on when several others hang at once, as they do on one share', async () => {
    const reads = new LibraryReadLimiter({ threads: 12 })
    const some = Array.from({ length: 9 }, pending)
    const all = some.map(({ work }, index) => reads.run(`/gone-${index % 2}`, work))
    expect(await reads.run('/well', async () => 'at once')).toBe('at once')
    for (const { end } of some) end('back')
    expect(new Set(await Promise.all(all))).toEqual(new Set(['back']))
  })

  it('that are of no library go by where shares are mounted', () => {
    expect(['/mnt/nas/comics/a.cbz', '/mnt/nas', '/mnt', '/'].map(likelyMountPointOf)).toEqual([
      '/mnt/nas',
      '/mnt/nas',
      '/mnt',
      '/',
    ])
  })

  it('that fail, fail, and make room', async () => {
    const reads = new LibraryReadLimiter({ threads: 4 })
    for (let round = 0; round < 5; round++) {
      await expect(reads.run('/a', () => Promise.reject(new Error('EIO')))).rejects.toThrow('EIO')
    }
    expect(await reads.run('/a', async () => 1)).toBe(1)
  })
})
