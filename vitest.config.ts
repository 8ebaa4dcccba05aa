import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Where others share the machine, a test that it starved gets one more chance; at home every failure is seen. */
const retry = process.env.CI ? 1 : 0

/** However busy the machine is: what is waited for comes. */
const expectPatiently = { poll: { timeout: 60_000 } }

/** With more room for new objects, the memory is collected less often: a tenth of the processor time. */
const execArgv = ['--min-semi-space-size=16', '--max-semi-space-size=64']

export default defineConfig({
  test: {
    // By default one processor is left idle. Tests wait for databases, timers and processes; still more only wait for each other.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.ts'],
          // A process for each file would take most of the time.
          isolate: false,
          testTimeout: 120_000,
          expect: expectPatiently,
        },
      },
      {
        test: {
          name: 'journey',
          include: ['web/journeys/*.journey.ts'],
          globalSetup: ['test/temp-folder-of-run.ts', 'web/journeys/global-setup.ts'],
          // Each has an account of its own at a shared server, or a server of its own. A browser keeps a processor busy.
          maxWorkers: 2,
          // After the others, if both are asked for.
          sequence: { groupOrder: 1 },
          // Calls to a browser that has died may wait for ever.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: expectPatiently,
          retry,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/*.test.ts'],
          exclude: ['src/store/**', '**/*.store.test.ts'],
          globalSetup: ['test/temp-folder-of-run.ts', 'test/templates.ts'],
          // Loading the server again for each file would take a third of the time.
          isolate: false,
          execArgv,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: expectPatiently,
          retry,
        },
      },
      {
        test: {
          name: 'store',
          include: ['src/store/**/*.test.ts', '{src,test}/**/*.store.test.ts'],
          globalSetup: ['test/temp-folder-of-run.ts', 'test/templates.ts'],
          isolate: false,
          execArgv,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: expectPatiently,
          retry,
        },
      },
    ],
  },
})
