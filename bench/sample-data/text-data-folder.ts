import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { COMMON_PAIRS_VERSION } from '../../src/store/book-text/common-words.ts'
import { openDatabase } from '../../src/store/open.ts'
import { fillDatabase } from '../fill-database.ts'
import { addAccount } from '../harness/lectern.ts'
import { fillTextIndex } from './fill-text-index.ts'

/** A data folder whose text index contains this many books. Kept between runs: filling it takes half an hour. */
export async function textDataFolder(
  folder: string,
  { count, words }: { count: number; words: number },
  say: (line: string) => void,
): Promise<string> {
  const made = join(folder, `text-${VERSION}.${COMMON_PAIRS_VERSION}-${count}-${words}`)
  if (existsSync(made)) return made
  // An interrupted one continues where it stopped.
  const growing = `${made}.part`
  const isNew = !existsSync(growing)
  mkdirSync(growing, { recursive: true })
  const db = await openDatabase({ dataDir: growing })
  if (isNew) await fillDatabase(db, { books: count })
  await fillTextIndex(db, words, say)
  await db.close()
  await addAccount(growing)
  renameSync(growing, made)
  return made
}

const VERSION = 1
