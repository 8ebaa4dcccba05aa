import type { PlainKey } from '../../../messages/t.ts'
import type { AppEndpoints } from './app-access.ts'

export const appNames = ['koreader', 'opds', 'opds2', 'mihon', 'komga', 'curl'] as const
export type AppName = (typeof appNames)[number]

/** A value to type into the app, with the app's label for it. */
export type GuideField = { label: PlainKey; value: string; secret?: true }
/** A request like the one the app sends. */
export type ConnectionTest = { path: string; headers: Record<string, string> }

export type AppGuideText = {
  /** Apps known to work this way. */
  known: string
  steps: PlainKey[]
  fields: GuideField[]
  /** A command to run unchanged. */
  command?: string
  probe: ConnectionTest
  /** Why it doesn't work at the moment. */
  closed?: PlainKey
}

/** The guide for an app, with all values filled in. */
export function appGuideFor(
  app: AppName,
  appAccess: AppEndpoints,
  address: string,
  username: string,
  key: string,
): AppGuideText {
  // The placeholder for a missing key is a word in the user's language, which may not be ASCII.
  const bytes = new TextEncoder().encode(`api:${key}`)
  const basic = { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
  const asPassword: GuideField[] = [
    { label: 'apps.username', value: 'api' },
    { label: 'apps.password', value: key, secret: true },
  ]
  const { opds, readerSync, compatApi } = appAccess
  switch (app) {
    case 'koreader':
      return {
        known: 'Kobo, Kindle, PocketBook, Android',
        steps: ['guide.koreader.catalog', 'guide.koreader.sync'],
        fields: [
          { label: 'apps.catalog', value: `${address}${opds.v1}` },
          ...asPassword,
          { label: 'apps.syncServer', value: `${address}${readerSync.path}` },
          { label: 'apps.syncUsername', value: username },
          { label: 'apps.syncPassword', value: key, secret: true },
        ],
        probe: { path: `${readerSync.path}/users/auth`, headers: { 'x-auth-user': key, 'x-auth-key': 'x' } },
        closed: readerSync.enabled ? undefined : 'apps.syncOff',
      }
    case 'opds':
      return {
        known: 'Panels, Chunky, Moon+ Reader, Librera, KyBook',
        steps: ['guide.opds'],
        fields: [{ label: 'apps.address', value: `${address}${opds.v1}` }, ...asPassword],
        probe: { path: opds.v1, headers: basic },
      }
    case 'opds2':
      return {
        known: 'Thorium Reader, Cantook',
        steps: ['guide.opds'],
        fields: [{ label: 'apps.address', value: `${address}${opds.v2}` }, ...asPassword],
        probe: { path: opds.v2, headers: basic },
      }
    case 'mihon':
      return {
        known: 'Mihon, Tachimanga',
        steps: ['guide.mihon'],
        fields: [
          { label: 'apps.address', value: `${address}${compatApi.path}` },
          { label: 'apps.key', value: key, secret: true },
        ],
        probe: { path: `${compatApi.path}/api/v1/libraries`, headers: { 'x-api-key': key } },
        closed: compatApi.enabled ? undefined : 'apps.compatOff',
      }
    case 'komga':
      return {
        known: 'Komelia, Paperback, Komic',
        steps: ['guide.komga'],
        fields: [{ label: 'apps.address', value: `${address}${compatApi.path}` }, ...asPassword],
        probe: { path: `${compatApi.path}/api/v1/libraries`, headers: basic },
        closed: compatApi.enabled ? undefined : 'apps.compatOff',
      }
    case 'curl':
      return {
        known: 'curl, cron, Home Assistant',
        steps: ['guide.curl'],
        fields: [],
        command: `curl -H 'X-API-Key: ${key}' ${address}/api/v1/libraries`,
        probe: { path: '/api/v1/libraries', headers: { 'x-api-key': key } },
      }
  }
}
