import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { BrowserUnavailable, closeBrowser, openBrowser } from '../../scripts/browser.ts'
import { writeSmallLibrary } from '../../scripts/demo/library.ts'
import { apiClient, freePort, startServer, waitUntilAnalysed } from '../../scripts/demo/server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string
    library: string
    /** The same books as they were at first, to copy. */
    books: string
  }
}

/** The administrator of the shared server; every journey file also has its own account. */
export const administrator = { username: 'ada', password: 'a quiet reading room' }

/** Starts a server with a scanned library, for all journeys that don't need an empty one. */
export default async function open({ config, provide }: TestProject) {
  // The tests of one file build on each other.
  config.sequence.shuffle = false
  const books = await mkdtemp(join(tmpdir(), 'lectern-books-'))
  const start = freePort().then((port) => startServer(port))
  // At the same time: each of them mostly waits for something.
  const [lack, server] = await Promise.all([findLack(), start, writeSmallLibrary(books)])
  const close = async () => {
    await server.close()
    await rm(books, { recursive: true, force: true })
  }
  if (lack) {
    await close()
    process.env.TEST_LACKS_BROWSER = lack
    console.error(`${lack} The journeys are skipped.`)
    // Matches no test name.
    config.testNamePattern = /$^/
    return
  }
  const library = join(server.folder, 'library')
  await copyBooks(books, library)
  await fillServer(apiClient(server.origin), library)
  provide('origin', server.origin)
  provide('library', library)
  provide('books', books)
  return close
}

/** With their times: a scan looks twice at files that are only seconds old. */
export async function copyBooks(books: string, library: string): Promise<void> {
  await cp(books, library, { recursive: true, preserveTimestamps: true })
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
