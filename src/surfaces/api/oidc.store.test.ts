import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Config } from '../../config/settings.ts'
import { addKoboDevice, findKoboDeviceByToken } from '../../store/kobo/devices.ts'
import { openAccessServer, password } from './mount-account-routes.fixture.ts'

/** The provider's claims about each of its users. */
const people: Record<string, Record<string, unknown>> = {
  ann: { preferred_username: 'ann', email: 'ann@example.org', email_verified: true, groups: ['books-admins', 'staff'] },
  bea: { preferred_username: 'bea', email: 'bea@example.org', email_verified: true, groups: ['staff'] },
  eve: { preferred_username: 'root', email: 'root@example.org', email_verified: false, groups: ['staff'] },
  mia: { preferred_username: 'mia', groups: ['editors'] },
}
const publicUrl = 'http://books.test/lectern'
const callback = `${publicUrl}/api/v1/auth/oidc/corp/callback`

let issuerServer: Server
let issuer: string
/** The only way in which the provider takes the secret, as Authelia has it; it takes any if this is empty. */
let onlyMethod: '' | 'client_secret_basic' | 'client_secret_post' = ''
const methodsTried: string[] = []

beforeAll(async () => {
  issuerServer = createServer((request, response) => {
    if (request.url !== '/token') return void handler(request, response)
    const { authorization } = request.headers
    const method = authorization ? 'client_secret_basic' : 'client_secret_post'
    methodsTried.push(method)
    if (onlyMethod === '' || onlyMethod === method) return void handler(request, response)
    const challenge = authorization && { 'www-authenticate': 'Basic realm="id"' }
    response.writeHead(401, { 'content-type': 'application/json', ...challenge }).end('{"error":"invalid_client"}')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => issuerServer.once('listening', resolve))
  issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'lectern', client_secret: 'provider-secret', redirect_uris: [callback] }],
    pkce: { required: () => true },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    cookies: { keys: ['for tests'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
  })
  const handler = provider.callback()
})
afterAll(() => void issuerServer.close())

function configureLinking(config: Config): void {
  configure(config)
  config.auth.oidc.providers.corp!.link_by_email = true
}

function configure(config: Config): void {
  config.server.public_url = publicUrl
  config.auth.oidc.providers = {
    corp: {
      display_name: 'The company',
      issuer_url: issuer,
      client_id: 'lectern',
      client_secret: 'provider-secret',
      scopes: ['openid', 'profile', 'email', 'groups'],
      role_mapping: { admin: ['books-admins'], maintainer: ['editors'] },
    },
  }
}

type AccessServer = Awaited<ReturnType<typeof openAccessServer>>

/** Simulates a user with a browser: starts here, signs in there, and returns. */
async function signInAt(server: AccessServer, person: string, options: { returnTo?: string; cookies?: boolean } = {}) {
  const query = options.returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(options.returnTo)}`
  const begun = await server.request('POST', `auth/oidc/corp/login${query}`)
  expect(begun.status).toBe(200)
  const returned = await visitProvider(begun.body.redirectUrl, person)
  const cookie = options.cookies === false ? undefined : String(begun.headers['set-cookie']).split(';')[0]
  const path = returned.slice(publicUrl.length)
  return { ended: await server.request('GET', path, { headers: { cookie } }), path, cookie, begun }
}

async function visitProvider(url: string, person: string): Promise<string> {
  const jar = new Map<string, string>()
  let next = url
  let form: string | undefined
  for (let hops = 0; hops < 12; hops += 1) {
    if (next.startsWith(callback)) return next
    const response = await fetch(next, {
      method: form === undefined ? 'GET' : 'POST',
      body: form,
      redirect: 'manual',
      headers: {
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    form = undefined
    const location = response.headers.get('location')
    if (location) {
      next = new URL(location, next).href
      continue
    }
    const page = await response.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (!prompt || !action) throw new Error(`the provider showed ${response.status} ${page.slice(0, 300)}`)
    next = new URL(action, next).href
    form = new URLSearchParams({ prompt, login: person, password: 'anything' }).toString()
  }
  throw new Error('the provider never sent the browser back')
}

async function whoIs(server: AccessServer, ended: { headers: Record<string, unknown> }) {
  const lines = ([] as string[]).concat(ended.headers['set-cookie'] as string[])
  const cookie = lines.find((line) => line.startsWith('lectern_session='))?.split(';')[0]
  return (await server.request('GET', 'auth/me', { headers: { cookie } })).body
}

describe.each(['sqlite', 'postgres'] as const)('signing in through a provider on %s', (kind) => {
  it('is offered by name', async () => {
    const server = await openAccessServer(kind, { change: configure })
    expect((await server.request('GET', 'auth/oidc/providers')).body).toEqual({
      enabled: true,
      providers: [{ name: 'corp', displayName: 'The company', loginUrl: '/lectern/api/v1/auth/oidc/corp/login' }],
    })
    expect((await server.request('POST', 'auth/oidc/other/login')).status).toBe(404)
  })

  it('makes an account with the role of the groups, and finds it again', async () => {
    const server = await openAccessServer(kind, { change: configure })
    await server.setUp()
    const { ended } = await signInAt(server, 'ann', { returnTo: '/series/1?tab=books' })
    expect([ended.status, ended.headers.location]).toEqual([302, '/lectern/series/1?tab=books'])
    const ann = await whoIs(server, ended)
    expect(ann).toMatchObject({ username: 'ann', email: 'ann@example.org', role: 'admin' })
    expect(await whoIs(server, (await signInAt(server, 'mia')).ended)).toMatchObject({
      email: null,
      role: 'maintainer',
    })
    expect(await whoIs(server, (await signInAt(server, 'bea')).ended)).toMatchObject({ role: 'reader' })

    people.ann = { ...people.ann, groups: ['staff'], email: 'new@example.org' }
    const again = await whoIs(server, (await signInAt(server, 'ann')).ended)
    people.ann = { ...people.ann, groups: ['books-admins'], email: 'ann@example.org' }
    expect(again).toMatchObject({ id: ann.id, role: 'reader' })
  })

  it('sends the secret in the way that the provider expects of this client', async () => {
    const server = await openAccessServer(kind, { change: configure })
    await server.setUp()
    for (const method of ['client_secret_basic', 'client_secret_post'] as const) {
      onlyMethod = method
      methodsTried.length = 0
      for (const _ of [1, 2]) {
        expect(await whoIs(server, (await signInAt(server, 'bea')).ended)).toMatchObject({ username: 'bea' })
      }
      const first = method === 'client_secret_post' ? ['client_secret_basic'] : []
      expect(methodsTried).toEqual([...first, method, method])
    }
    onlyMethod = ''
  })

  it('does not link by address unless configured, so entering the address of someone else gains nothing', async () => {
    const server = await openAccessServer(kind, { change: configure })
    const root = await server.setUp()
    const thief = await server.addUser(root, 'thief', 'reader', { email: 'ANN@example.org' })
    const ann = await whoIs(server, (await signInAt(server, 'ann')).ended)
    expect(ann).toMatchObject({ username: 'ann', email: null, role: 'admin' })
    expect((await server.request('GET', 'auth/me', { as: thief.as })).body).toMatchObject({
      id: thief.id,
      role: 'reader',
    })
  })

  it('links by a verified address if that is allowed, and revokes all earlier credentials', async () => {
    const server = await openAccessServer(kind, { change: configureLinking })
    const root = await server.setUp()
    const thief = await server.addUser(root, 'thief', 'reader', { email: 'Ann@example.org' })
    const { key } = await server.addKey(thief.as)
    const { id: userId } = await server.db.query
      .selectFrom('user')
      .select('id')
      .where('username', '=', 'thief')
      .executeTakeFirstOrThrow()
    await server.db.transaction((tx) =>
      addKoboDevice(tx, { user_id: userId, name: 'Libra', token_hash: 'of the thief', scope: '{}' }),
    )
    const ann = await whoIs(server, (await signInAt(server, 'ann')).ended)
    expect(ann).toMatchObject({ id: thief.id, role: 'reader' })
    const me = async (as: string) => (await server.request('GET', 'auth/me', { as })).status
    expect([await me(thief.as), await me(`Bearer ${key}`)]).toEqual([401, 401])
    const login = await server.request('POST', 'auth/login', { body: { username: 'thief', password } })
    expect(login.status).toBe(401)
    expect(await findKoboDeviceByToken(server.db, 'of the thief')).toBeUndefined()
    // From the next sign-in on the groups decide, as for everyone.
    expect(await whoIs(server, (await signInAt(server, 'ann')).ended)).toMatchObject({ id: thief.id, role: 'admin' })
  })

  it('does not link by an address that is not verified, looks alike, or has a provider already', async () => {
    const server = await openAccessServer(kind, { change: configureLinking })
    const setUp = { username: 'root', email: 'root@example.org', password }
    const made = await server.request('POST', 'setup/initialize', { body: setUp })
    const as = `Bearer ${made.body.accessToken}`
    const eve = await whoIs(server, (await signInAt(server, 'eve')).ended)
    expect(eve).toMatchObject({ username: 'root-2', email: null, role: 'reader' })
    people.bea = { ...people.bea, email: 'ｒoot@example.org' }
    const alike = await whoIs(server, (await signInAt(server, 'bea')).ended)
    people.bea = { ...people.bea, email: 'bea@example.org' }
    expect(alike).toMatchObject({ username: 'bea', email: null, role: 'reader' })

    const { id: aliensId } = alike
    await server.request('PATCH', `users/${aliensId}`, { as, body: { email: 'ann@example.org' } })
    const ann = await whoIs(server, (await signInAt(server, 'ann')).ended)
    expect(ann.id).not.toBe(aliensId)
    expect(ann).toMatchObject({ email: null, role: 'admin' })
  })

  it('is linked by the owner of an account with a session and the password', async () => {
    const server = await openAccessServer(kind, { change: configure })
    const root = await server.setUp()
    const mia = await server.addUser(root, 'miriam', 'reader')
    const { key } = await server.addKey(mia.as)
    const begin = (as: string, body: object) => server.request('POST', 'user/providers/corp', { as, body })
    expect((await begin(mia.as, {})).status).toBe(400)
    expect((await begin(mia.as, { currentPassword: 'wrong password' })).status).toBe(400)
    expect((await begin(`Bearer ${key}`, { currentPassword: password })).status).toBe(403)
    const come = async (begun: Awaited<ReturnType<typeof begin>>) => {
      const returned = await visitProvider(begun.body.redirectUrl, 'mia')
      const cookie = String(begun.headers['set-cookie']).split(';')[0]
      return server.request('GET', returned.slice(publicUrl.length), { headers: { cookie } })
    }
    const stale = await begin(mia.as, { currentPassword: password })
    const begun = await begin(mia.as, { currentPassword: password, returnTo: '/settings' })
    const ended = await come(begun)
    expect(ended.headers.location).toBe('/lectern/settings')
    expect(await whoIs(server, ended)).toMatchObject({ id: mia.id, role: 'reader' })
    // Linking ended the session that started it, so its other flows fail.
    expect((await come(stale)).headers.location).toBe('/lectern/sign-in?error=invalid_token')
    const { as } = { as: `Bearer ${(await server.signIn('root')).accessToken}` }
    const log = await server.request('GET', 'admin/audit?event=provider_linked', { as })
    expect(log.body.data).toMatchObject([{ targetId: mia.id, targetName: 'miriam', details: { provider: 'corp' } }])
  })

  it('never demotes the last admin', async () => {
    const server = await openAccessServer(kind, { change: configureLinking })
    await server.request('POST', 'setup/initialize', { body: { username: 'bea', email: 'bea@example.org', password } })
    await signInAt(server, 'bea')
    expect(await whoIs(server, (await signInAt(server, 'bea')).ended)).toMatchObject({ username: 'bea', role: 'admin' })
  })

  it('can be completed once, only in the browser that started it', async () => {
    const server = await openAccessServer(kind, { change: configure })
    await server.setUp()
    const stray = await signInAt(server, 'bea', { cookies: false })
    expect([stray.ended.status, stray.ended.headers.location]).toEqual([302, '/lectern/sign-in?error=invalid_token'])
    const { path, cookie, ended } = await signInAt(server, 'bea')
    expect(ended.headers.location).toBe('/lectern/')
    const twice = await server.request('GET', path, { headers: { cookie } })
    expect(twice.headers.location).toBe('/lectern/sign-in?error=invalid_token')
  })

  it('refuses disabled accounts, and users without an account if none are created', async () => {
    const server = await openAccessServer(kind, {
      change: (config) => {
        configureLinking(config)
        config.auth.oidc.auto_create_users = false
      },
    })
    const as = await server.setUp()
    const refused = await signInAt(server, 'ann')
    expect(refused.ended.headers.location).toBe('/lectern/sign-in?error=permission_denied')
    const bea = await server.addUser(as, 'bea', 'reader', { email: 'bea@example.org', isActive: true })
    await server.request('PATCH', `users/${bea.id}`, { as, body: { isActive: false } })
    const off = await signInAt(server, 'bea')
    expect(off.ended.headers.location).toBe('/lectern/sign-in?error=invalid_credentials')
  })

  it('redirects only to this server, and reveals no secrets', async () => {
    const server = await openAccessServer(kind, { change: configure })
    await server.setUp()
    for (const returnTo of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      expect((await signInAt(server, 'bea', { returnTo })).ended.headers.location).toBe('/lectern/')
    }
    const { path } = await signInAt(server, 'bea')
    const log = server.lines.join('\n')
    expect(log).not.toContain('provider-secret')
    expect(log).not.toContain(new URL(path, publicUrl).searchParams.get('code'))
  })

  it('reports a provider that does not answer', async () => {
    const server = await openAccessServer(kind, {
      change: (config) => {
        configure(config)
        config.auth.oidc.providers.corp!.issuer_url = 'http://127.0.0.1:9'
      },
    })
    expect((await server.request('POST', 'auth/oidc/corp/login')).status).toBe(503)
  })
})
