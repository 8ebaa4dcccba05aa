import { buildWorker } from '../src/build-worker.ts'
import { openPostgresBus } from '../src/events/postgres-bus.ts'
import { ReadingThreadPool } from '../src/formats/isolate/reading-thread-pool.ts'
import { defaultLimits } from '../src/formats/limits.ts'
import { type FilePasswords, openFilePasswords } from '../src/images/file-passwords.ts'
import type { StartTaskThread } from '../src/tasks/task-thread.ts'

/** Each server has its own key. */
const passwordsOfServers: FilePasswords[] = []
const openPassword = (sealed: string) =>
  passwordsOfServers.map((passwords) => passwords.open(sealed)).find((password) => password !== '') ?? ''

/** Idle threads end automatically. */
const sharedThreads = new ReadingThreadPool({ threads: 2, limits: defaultLimits, openPassword, restMs: 10_000 })

/**
 * Runs the tasks of a test's server as the thread of a real one does, with its own database connection, but in this
 * thread: a new thread would load for each server what is already loaded here, which takes longer than most tests.
 * Tests of the thread itself, and those that start whole servers, use real ones.
 */
export const runTasksInThisThread: StartTaskThread = ({ config, events, onPluginAnswer, onError }) => {
  passwordsOfServers.push(openFilePasswords(config))
  const { url } = config.database
  const bus = url ? openPostgresBus(url, onError) : undefined
  const begin = async () => {
    const built = await buildWorker(config, {
      events,
      bus,
      sendPluginAnswer: onPluginAnswer,
      leavesLocalDisks: !url,
      hasOwnThread: false,
      sharedThreads,
      onError,
    })
    await built.worker.start()
    built.startPlugins()
    built.librariesChanged()
    return built
  }
  let begun: ReturnType<typeof begin> | undefined
  const use = (action: (built: Awaited<ReturnType<typeof begin>>) => void) => {
    begun ??= begin()
    begun.then(action).catch(onError)
  }
  return {
    link: { wake: () => use(({ worker }) => worker.wake()), cancel: (id) => use(({ worker }) => worker.cancel(id)) },
    librariesChanged: () => use((built) => built.librariesChanged()),
    pluginCall: (text) => use((built) => built.receivePluginCall(text)),
    async close() {
      await (await begun)?.close()
      await bus?.close()
    },
  }
}
