import { availableParallelism } from 'node:os'
import { readBookFile } from '../analyse/read-book-file.ts'
import { formatReaderLimitsOf } from '../config/format-reader-limits.ts'
import { ReadingThreadPool } from '../formats/isolate/reading-thread-pool.ts'
import { type Command, loadConfigFromFlags, UsageError } from './command.ts'

export const checkFilesCommand: Command = {
  usage: 'FILE…',
  about: 'Analyse files and print the results as JSON, one line per file. Needs no database.',
  maxWords: Number.POSITIVE_INFINITY,
  async run({ flags, args }) {
    if (args.length === 0) throw new UsageError('specify at least one file: lectern check FILE…')
    const limits = formatReaderLimitsOf(loadConfigFromFlags(flags))
    const width = availableParallelism()
    const threads = new ReadingThreadPool({ threads: width, limits })
    const { signal } = new AbortController()
    let bad = 0
    const waiting = [...args]
    const work = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const read = await readBookFile({ threads, limits }, path, { withCover: false, knownHash: undefined, signal })
        const { size, hash, syncHash, publication, problems } = read ?? {
          problems: [{ type: 'other', message: 'There is no such file.' }],
        }
        if (!publication) bad += 1
        console.log(JSON.stringify({ path, size, fileHash: hash, readerSyncHash: syncHash, publication, problems }))
      }
    }
    try {
      await Promise.all(Array.from({ length: width }, work))
    } finally {
      threads.close()
    }
    return bad === 0 ? 0 : 1
  },
}
