import type { Static } from 'typebox'
import { DeniableAction, Permission, Role } from './permissions.ts'
import { get, Nullable, post, Uuid } from './route.ts'
import Type from './typebox.ts'

export const usernamePattern = '^[^\\s:\\p{C}]([^:\\p{C}]*[^\\s:\\p{C}])?$'

/** A name without colons, because HTTP Basic ends it at the first one, and without invisible characters. */
export const Username = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: usernamePattern,
  'x-words': 'must not have colons, or spaces at its ends',
  examples: ['ada'],
})
export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.org'] })
/** The response to a bad password states the rules for a new one; the schema only refuses absurd values. */
export const Password = Type.String({
  minLength: 1,
  maxLength: 1024,
  format: 'password',
  examples: ['a long sentence'],
})

export const CurrentUser = Type.Object(
  {
    id: Uuid,
    username: Type.String(),
    email: Nullable(Type.String()),
    role: Role,
    permissions: Type.Array(Permission, { description: 'Permissions in addition to those of the role.' }),
    effectivePermissions: Type.Array(Permission, {
      description: 'What the caller can do: the permissions of the role plus any extra ones, or those of the API key.',
    }),
    denied: Type.Optional(
      Type.Array(DeniableAction, {
        description:
          'Actions an administrator has denied although the permissions allow them. Absent if there are none.',
      }),
    ),
  },
  { title: 'CurrentUser' },
)
export type CurrentUser = Static<typeof CurrentUser>

export const SignInResponse = Type.Object(
  {
    accessToken: Type.String({ description: 'Send it as `Authorization: Bearer …`.' }),
    tokenType: Type.Literal('Bearer'),
    expiresIn: Type.Integer({ minimum: 1, description: 'Seconds until the access token expires.' }),
    refreshToken: Type.String({ description: 'Valid for one refresh, which returns a new one.' }),
    user: CurrentUser,
  },
  { title: 'SignInResponse' },
)
export type SignInResponse = Static<typeof SignInResponse>

export const Registration = Type.Object(
  { username: Username, email: Type.Optional(Nullable(Email)), password: Password },
  { title: 'Registration' },
)
export type Registration = Static<typeof Registration>

const ByProvider = Type.Object({ provider: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 64 }) })

export const auth = {
  login: post('/auth/login', {
    permission: 'public',
    summary: 'Sign in with a username or email address and a password',
    also: [401],
    description:
      'Also sets the cookie `lectern_session`, so that images, files and the event stream work in a browser.',
    body: Type.Object({ username: Type.String({ minLength: 1, maxLength: 254 }), password: Password }),
    response: SignInResponse,
  }),
  refresh: post('/auth/refresh', {
    permission: 'public',
    summary: 'Exchange a refresh token for new tokens',
    also: [401],
    description:
      'A refresh token works once. If it is used again, the whole session ends, because the token may have been stolen.',
    body: Type.Object({ refreshToken: Type.String({ minLength: 1, maxLength: 512 }) }),
    response: SignInResponse,
  }),
  logout: post('/auth/logout', {
    permission: 'authenticated',
    summary: 'Sign out: the access token, refresh token and cookie of this session stop working',
  }),
  me: get('/auth/me', {
    permission: 'authenticated',
    summary: 'Get the signed-in user and their permissions',
    response: CurrentUser,
  }),
  register: post('/auth/register', {
    permission: 'public',
    summary: 'Sign up for an account, if the server allows it',
    body: Registration,
    response: SignInResponse,
    status: 201,
  }),
  options: get('/auth/options', {
    permission: 'public',
    summary: 'List the ways to sign in',
    response: Type.Object({ registrationEnabled: Type.Boolean(), oidcEnabled: Type.Boolean() }),
  }),
  oidcProviders: get('/auth/oidc/providers', {
    permission: 'public',
    summary: 'List the OpenID Connect providers',
    response: Type.Object({
      enabled: Type.Boolean(),
      providers: Type.Array(
        Type.Object(
          { name: Type.String(), displayName: Type.String(), loginUrl: Type.String() },
          { title: 'OidcProvider' },
        ),
      ),
    }),
  }),
  oidcLogin: post('/auth/oidc/:provider/login', {
    permission: 'public',
    summary: 'Start signing in with an OpenID Connect provider',
    params: ByProvider,
    query: Type.Object({
      returnTo: Type.Optional(Type.String({ maxLength: 1000, description: 'Path of the page to return to.' })),
    }),
    response: Type.Object({ redirectUrl: Type.String() }),
  }),
  oidcCallback: get('/auth/oidc/:provider/callback', {
    permission: 'public',
    summary: 'Finish signing in with an OpenID Connect provider',
    also: [401, 403],
    params: ByProvider,
    query: Type.Object({
      state: Type.Optional(Type.String({ maxLength: 512 })),
      code: Type.Optional(Type.String({ maxLength: 4096 })),
      error: Type.Optional(Type.String({ maxLength: 512 })),
    }),
    status: 302,
  }),
}
