import { expect, test } from 'vitest'
import { RESOURCE_VERSION } from '../formats/epub/read-sanitised-resource.ts'
import type { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import type { Limits } from '../formats/limits.ts'
import type { DiskCache } from './disk-cache.ts'
import { openEpubTextReader } from './epub-text-reader.ts'
import type { FileToRead } from './open-file-cache.ts'

test('a chapter that an older release cleaned is not taken for one that this one would', async () => {
  const keys: string[] = []
  const cache = {
    take: async (key: string) => {
      keys.push(key)
      throw new Error('not cached')
    },
  } as unknown as DiskCache
  const texts = openEpubTextReader({} as ReadingThreadPool, cache, {} as Limits)
  const file = { version: 'file-1' } as FileToRead
  await expect(texts.resource(file, 'c1.xhtml', 'application/xhtml+xml')).rejects.toThrow('not cached')
  expect(keys).toEqual([`resource ${RESOURCE_VERSION} file-1 c1.xhtml`])
})
