import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { corpus, needsCorpus, readCorpusJson } from '../../../test/fixtures/corpus.ts'
import { koreaderHashOfFile } from './koreader-hash.ts'
import { sampledFileHash } from './sampled-file-hash.ts'
import { wholeFileHash } from './whole-file-hash.ts'

const folder = mkdtempSync(join(tmpdir(), 'identity-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function made(name: string, size: number): { path: string; bytes: Buffer } {
  const bytes = Buffer.alloc(size)
  for (let i = 0, state = size + 1; i < size; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[i] = state >>> 24
  }
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return { path, bytes }
}

/** A simple reference implementation over the whole content in memory. */
function fileHashOf(bytes: Buffer): string {
  const hash = createHash('sha256')
  if (bytes.length <= 1_048_576) return hash.update(bytes).digest('hex')
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(bytes.length))
  hash
    .update(size)
    .update(bytes.subarray(0, 262_144))
    .update(bytes.subarray(bytes.length - 262_144))
  for (const i of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const offset = Math.floor((i * (bytes.length - 32_768)) / 9)
    hash.update(bytes.subarray(offset, offset + 32_768))
  }
  return hash.digest('hex')
}

describe('fileHash', () => {
  it.each([0, 1, 1_048_575, 1_048_576, 1_048_577, 3_000_001])('of %i bytes follows the rule', async (size) => {
    const { path, bytes } = made(`size-${size}`, size)
    expect(await sampledFileHash(path)).toBe(fileHashOf(bytes))
  })

  it('of a small file is the plain SHA-256', async () => {
    const { path, bytes } = made('small', 5000)
    expect(await sampledFileHash(path)).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  it('differs for files that differ only in size', async () => {
    const one = made('zeros-a', 0).path
    const two = made('zeros-b', 0).path
    truncateSync(one, 2_000_000)
    truncateSync(two, 2_000_001)
    expect(await sampledFileHash(one)).not.toBe(await sampledFileHash(two))
  })

  // Reading all of it would exceed the test timeout.
  it('of a sparse file of 100 GB comes from samples only', async () => {
    const path = join(folder, 'huge')
    const file = await open(path, 'w')
    await file.truncate(100_000_000_000)
    await file.write(Buffer.from('tail'), 0, 4, 99_999_999_996)
    await file.close()
    expect(await sampledFileHash(path)).toMatch(/^[0-9a-f]+$/)
    expect(await koreaderHashOfFile(path)).toMatch(/^[0-9a-f]{32}$/)
  })

  it('refuses a file that is not there', async () => {
    await expect(sampledFileHash(join(folder, 'nobody'))).rejects.toThrow('ENOENT')
  })
})

describe('readerSyncHash', () => {
  it('of an empty file is the MD5 of nothing', async () => {
    expect(await koreaderHashOfFile(made('empty', 0).path)).toBe('d41d8cd98f00b204e9800998ecf8427e')
  })

  it('ignores bytes between the samples', async () => {
    const { path, bytes } = made('sync', 5000)
    const expected = createHash('md5').update(bytes.subarray(0, 2048)).update(bytes.subarray(4096)).digest('hex')
    expect(await koreaderHashOfFile(path)).toBe(expected)
  })

  it('equals the hashes that KOReader computes', needsCorpus, async () => {
    const { vectors } = readCorpusJson<{ vectors: { file: string; partial_md5: string }[] }>(
      'koreader-hash-vectors.json',
    )
    const here = vectors.filter((vector) => existsSync(join(corpus, vector.file)))
    expect(here.length).toBeGreaterThan(10)
    for (const vector of here) {
      expect([vector.file, await koreaderHashOfFile(join(corpus, vector.file))]).toEqual([
        vector.file,
        vector.partial_md5,
      ])
    }
    console.log(`KOReader vectors: ${here.length} of ${vectors.length} files are here, all agree`)
  })
})

describe('wholeFileHash', () => {
  it('is the SHA-256 of every byte', async () => {
    const { path, bytes } = made('whole', 2_500_000)
    expect(await wholeFileHash(path)).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  it('stops when asked to', async () => {
    await expect(wholeFileHash(made('stop', 10).path, AbortSignal.abort())).rejects.toThrow()
  })
})
