import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { serveBrowser } from '../../scripts/browser.ts'
import { writeSmallLibrary } from '../../scripts/demo/library.ts'
import { asker, freePort, startServer, untilRead } from '../../scripts/demo/server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    browser: string
    origin: string
    library: string
  }
}

/** The keeper of the shared server; every file of journeys has an account of its own beside it. */
export const keeper = { username: 'ada', password: 'a quiet reading room' }

/** One browser for all journeys, and one server with the library read for those that need no empty one. */
export default async function open({ provide }: TestProject) {
  const browser = await serveBrowser()
  const { origin, folder, close } = await startServer(await freePort())
  const library = join(folder, 'library')
  await writeSmallLibrary(library)
  const ask = asker(origin)
  await ask('POST', '/setup/initialize', keeper)
  await ask('POST', '/libraries', { name: 'Shelf', path: library, scanImmediately: true })
  await untilRead(ask)
  provide('browser', browser.wsEndpoint())
  provide('origin', origin)
  provide('library', library)
  return async () => {
    await browser.close()
    await close()
  }
}
