import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'web', include: ['web/src/**/*.test.ts'], testTimeout: 10_000 } },
      {
        test: {
          name: 'journey',
          include: ['web/journeys/*.journey.ts'],
          globalSetup: ['web/journeys/shared.ts'],
          // They share a server and a browser; side by side they would only slow each other down.
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 20_000 } },
          // A browser that a busy machine starved gets one more chance.
          retry: 1,
        },
      },
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/*.test.ts'],
          exclude: ['src/store/**', '**/*.store.test.ts'],
          globalSetup: ['test/templates.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'store',
          include: ['src/store/**/*.test.ts', '{src,test}/**/*.store.test.ts'],
          globalSetup: ['test/templates.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
