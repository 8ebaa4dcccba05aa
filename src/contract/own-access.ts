import type { Static } from 'typebox'
import { ById, del, get, Nullable, post, Timestamp, Uuid } from './route.ts'
import Type from './type.ts'

export const Session = Type.Object(
  {
    id: Uuid,
    userAgent: Nullable(Type.String({ description: 'The browser or app, in its own words.' })),
    address: Nullable(Type.String({ description: 'Where it was last seen.' })),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp,
    isCurrent: Type.Boolean({ description: 'The one that asks.' }),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

const LinkedProvider = Type.Object(
  { provider: Type.String(), displayName: Type.String(), linkedAt: Nullable(Timestamp) },
  { title: 'LinkedProvider' },
)
const ByProvider = Type.Object({ provider: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 64 }) })

/** How somebody gets into their own account: where they are signed in, and the providers that open it. */
export const ownAccess = {
  sessions: get('/user/sessions', {
    permission: 'authenticated',
    summary: 'List the browsers and apps that are signed in to your account.',
    response: Type.Array(Session),
  }),
  endSession: del('/user/sessions/:id', {
    permission: 'authenticated',
    summary: 'Sign out one of your browsers or apps.',
    audit: 'session_ended',
    params: ById,
  }),
  endOtherSessions: del('/user/sessions', {
    permission: 'authenticated',
    summary: 'Sign out everywhere but here.',
    audit: 'session_ended',
  }),
  providers: get('/user/providers', {
    permission: 'authenticated',
    summary: 'List the sign-in providers and whether they open your account.',
    response: Type.Array(LinkedProvider),
  }),
  linkProvider: post('/user/providers/:provider', {
    permission: 'authenticated',
    summary: 'Start to link a sign-in provider to your account: where to send the browser.',
    description: 'Needs a session and, where there is one, the password. Linking ends password, sessions and API keys.',
    params: ByProvider,
    body: Type.Object({
      currentPassword: Type.Optional(Type.String({ maxLength: 1024, format: 'password' })),
      returnTo: Type.Optional(Type.String({ maxLength: 1000, description: 'Path of the page to come back to.' })),
    }),
    response: Type.Object({ redirectUrl: Type.String() }),
  }),
  unlinkProvider: del('/user/providers/:provider', {
    permission: 'authenticated',
    summary: 'Unlink a sign-in provider from your account.',
    also: [409],
    params: ByProvider,
  }),
}
