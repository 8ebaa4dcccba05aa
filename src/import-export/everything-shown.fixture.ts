import { password, type TestServer } from '../../test/server.ts'
import { UUIDS } from './run/map-ids.ts'

type Shown = Record<string, unknown>

/**
 * What the API shows to the admin and to this user: each GET that needs no more than one book, series or list, with
 * names instead of ids and folders.
 */
export async function readEverythingShown(server: TestServer, username: string): Promise<Shown> {
  const signedIn = await server.request('POST', 'auth/login', { body: { username, password } })
  const accounts = { admin: server.admin, [username]: `Bearer ${signedIn.json.accessToken}` }
  const { paths } = (await server.request('GET', 'openapi.json', { as: server.admin })).json
  const names = await readNames(server)
  const shown: Shown = {}
  for (const [account, as] of Object.entries(accounts)) {
    for (const path of Object.keys(paths).filter((one) => paths[one].get && !NOT_DATA.test(one))) {
      const [, resource = '', parameter] = /^\/api\/v1\/([\w-]+)(?:\/\{(\w+)\})?/.exec(path) ?? []
      const rest = path.replace(/^\/api\/v1\/[\w-]+(?:\/\{\w+\})?/, '')
      if (rest.includes('{')) continue
      const ids = parameter ? [...(names[resource] ?? [])] : [['', '']]
      for (const [id, name] of ids) {
        const { status, json } = await server.request('GET', path.replace(/\{\w+\}/, id!), { as })
        if (json === undefined || status >= 400) continue
        shown[`${account}: ${path} ${name}`] = withNames(json, names, server.library)
      }
    }
  }
  return shown
}

async function readNames(server: TestServer): Promise<Record<string, Map<string, string>>> {
  const list = async (resource: string, nameOf: (one: Record<string, string>) => string) => {
    const { json } = await server.request('GET', `${resource}?pageSize=50`, { as: server.admin })
    const entries = (json.data ?? json).map((one: Record<string, string>) => [one.id, nameOf(one)] as const)
    return new Map<string, string>(entries.sort((a: string[], b: string[]) => (a[1]! < b[1]! ? -1 : 1)))
  }
  return {
    books: await list('books', (book) => book.filePath!.replace(server.library, '')),
    series: await list('series', (series) => series.title!),
    collections: await list('collections', (one) => one.name!),
    readlists: await list('readlists', (one) => one.name!),
    users: await list('users', (user) => user.username!),
    libraries: await list('libraries', () => 'library'),
  }
}

/** Pictures and files, what a server says of itself, and what differs each time. */
const NOT_DATA =
  /^(?!\/api\/v1\/)|\/(?:tasks|events|metrics|health|openapi|admin|auth|system|plugins|logs?|sessions|audit|stream|search|file|thumbnail|cover|pages|panels|text|server|setup|settings|docs|releases|api-keys|random|scan-status|export)/

function withNames(json: unknown, names: Record<string, Map<string, string>>, folder: string): unknown {
  const text = (value: string) =>
    value
      .replaceAll(
        UUIDS,
        (id) =>
          Object.values(names)
            .find((one) => one.has(id))
            ?.get(id) ?? 'id',
      )
      .replaceAll(folder, '')
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, VOLATILE.test(name) ? '' : convert(one)]),
      )
    return typeof value === 'string' ? text(value) : value
  }
  return convert(json)
}

/** Depends on when a server was set up. */
const VOLATILE =
  /^(?:createdAt|updatedAt|addedAt|fileModifiedAt|analyzedAt|modified|lastLoginAt|lastScannedAt|version)$/
