import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openAccessServer } from './mount-account-routes.fixture.ts'

type Claims = Record<string, unknown>

/** What the provider does differently this time. */
interface Misdeed {
  claims?: (claims: Claims) => Claims
  header?: Claims
  token?: string
  userInfo?: Claims
}

const publicUrl = 'http://books.test'
let provider: Server
let issuer: string
let misdeed: Misdeed
let key: KeyObject
let keyId: string
let nonce: string

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function idToken(): string {
  const now = Math.floor(Date.now() / 1000)
  const claims: Claims = { iss: issuer, sub: 'ann', aud: 'lectern', iat: now, exp: now + 300, nonce }
  const body = `${base64({ alg: 'RS256', kid: keyId, ...misdeed.header })}.${base64(misdeed.claims?.(claims) ?? claims)}`
  return misdeed.token ?? `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
}

function rotateKey(): void {
  key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  keyId = crypto.randomUUID()
}

beforeAll(async () => {
  rotateKey()
  provider = createServer((request, response) => {
    const answer = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const endpoints = { authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` }
    const others = { jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me`, response_types_supported: ['code'] }
    if (request.url?.startsWith('/.well-known/')) return void answer({ issuer, ...endpoints, ...others })
    if (request.url === '/keys') return void answer({ keys: [{ ...key.export({ format: 'jwk' }), kid: keyId }] })
    if (request.url === '/token') return void answer({ access_token: 'a', token_type: 'Bearer', id_token: idToken() })
    answer({ sub: 'ann', preferred_username: 'ann', ...misdeed.userInfo })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => provider.once('listening', resolve))
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => void provider.close())
beforeEach(() => {
  misdeed = {}
})

const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const change = (changed: Claims): Misdeed => ({ claims: (claims) => ({ ...claims, ...changed }) })

describe.each(['sqlite', 'postgres'] as const)('a sign-in provider that answers wrongly, on %s', (kind) => {
  let server: Awaited<ReturnType<typeof openAccessServer>>
  beforeAll(async () => {
    server = await openAccessServer(kind, {
      change: (config) => {
        config.server.public_url = publicUrl
        const settings = { issuer_url: issuer, client_id: 'lectern', client_secret: 'provider-secret' }
        config.auth.oidc.providers = { corp: settings as never }
      },
    })
    await server.setUp()
  })

  /** Where the browser is sent in the end. */
  async function signIn(returned: (state: string) => string = (state) => `state=${state}&code=c`): Promise<string> {
    const begun = await server.request('POST', 'auth/oidc/corp/login')
    const asked = new URL(begun.body.redirectUrl).searchParams
    nonce = asked.get('nonce')!
    const cookie = String(begun.headers['set-cookie']).split(';')[0]
    const path = `/api/v1/auth/oidc/corp/callback?${returned(asked.get('state')!)}`
    return String((await server.request('GET', path, { headers: { cookie } })).headers.location)
  }
  const accounts = async () => (await server.db.query.selectFrom('user').select('id').execute()).length

  it.each<[string, () => Misdeed]>([
    ['another nonce', () => change({ nonce: 'x' })],
    ['no nonce', () => change({ nonce: undefined })],
    ['another audience', () => change({ aud: 'other' })],
    ['an audience of several without saying whom it is for', () => change({ aud: ['lectern', 'other'] })],
    ['another issuer', () => change({ iss: 'https://evil.example' })],
    ['a token that expired', () => change({ exp: soon(-120) })],
    ['a token for later', () => change({ nbf: soon(600) })],
    ['a token without an end', () => change({ exp: undefined })],
    ['a token that is valid for a text', () => change({ exp: 'for ever' })],
    ['no subject', () => change({ sub: undefined })],
    ['an empty subject', () => change({ sub: '' })],
    ['a subject of another type', () => change({ sub: 7 })],
    ['an unsigned token', () => ({ header: { alg: 'none' } })],
    ['a token signed with the secret', () => ({ header: { alg: 'HS256' } })],
    ['something else', () => ({ token: 'x.y.z' })],
    ['what it knows of somebody else', () => ({ userInfo: { sub: 'boss' } })],
  ])('is refused with %s', async (_, make) => {
    const before = await accounts()
    misdeed = make()
    expect(await signIn()).toBe('/sign-in?error=oidc_failed')
    expect(await accounts()).toBe(before)
  })

  it.each([
    ['another state', () => 'state=x&code=c', 'invalid_token'],
    ['no state', () => 'code=c', 'invalid_token'],
    ['two states', (state: string) => `state=${state}&state=x&code=c`, '(invalid_token|oidc_failed|invalid_request)'],
    ['no code', (state: string) => `state=${state}`, 'oidc_failed'],
    ['the refusal of the person', (state: string) => `state=${state}&error=access_denied`, 'oidc_failed'],
    [
      'another issuer in the address',
      (state: string) => `state=${state}&code=c&iss=https://evil.example`,
      'oidc_failed',
    ],
  ])('is refused with %s', async (_, returned, code) => {
    const before = await accounts()
    expect(await signIn(returned)).toMatch(new RegExp(`^(undefined|/sign-in\\?error=${code})$`))
    expect(await accounts()).toBe(before)
  })

  it('signs in when it answers rightly, also with a clock half a minute ahead and after new keys', async () => {
    expect(await signIn()).toBe('/')
    misdeed = change({ iat: soon(25), nbf: soon(25) })
    expect(await signIn()).toBe('/')
    misdeed = {}
    rotateKey()
    expect(await signIn()).toBe('/')
  })
})
