import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { BrowserUnavailable, closeBrowser, openBrowser } from '../../scripts/browser.ts'
import { writeSmallLibrary } from '../../scripts/demo/library.ts'
import { apiClient, freePort, startServer, waitUntilAnalysed } from '../../scripts/demo/server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string
    library: string
  }
}

/** The administrator of the shared server; every journey file also has its own account. */
export const administrator = { username: 'ada', password: 'a quiet reading room' }

/** Starts a server with a scanned library, for all journeys that don't need an empty one. */
export default async function open({ config, provide }: TestProject) {
  // The tests of one file build on each other.
  config.sequence.shuffle = false
  const lack = await findLack()
  if (lack) {
    process.env.TEST_LACKS_BROWSER = lack
    console.error(`${lack} The journeys are skipped.`)
    // Matches no test name.
    config.testNamePattern = /$^/
    return
  }
  const { origin, folder, close } = await startServer(await freePort())
  const library = join(folder, 'library')
  await writeSmallLibrary(library)
  await fillServer(apiClient(origin), library)
  provide('origin', origin)
  provide('library', library)
  return close
}

/** Creates the administrator's account and a library, and waits until its books are analysed. */
export async function fillServer(ask: ReturnType<typeof apiClient>, library: string): Promise<void> {
  await ask('POST', '/setup/initialize', administrator)
  await ask('POST', '/libraries', { name: 'Shelf', path: library, scanImmediately: true })
  await waitUntilAnalysed(ask)
}

async function findLack(): Promise<string | undefined> {
  try {
    await closeBrowser(await openBrowser())
    return undefined
  } catch (error) {
    if (error instanceof BrowserUnavailable) return error.message
    throw error
  }
}
