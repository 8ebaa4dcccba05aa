import type { Static } from 'typebox'
import { ById, del, get, Nullable, post, Timestamp, Uuid } from './route.ts'
import Type from './typebox.ts'

export const Session = Type.Object(
  {
    id: Uuid,
    userAgent: Nullable(Type.String({ description: 'The user agent of the browser or app.' })),
    address: Nullable(Type.String({ description: 'The address it was last used from.' })),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp,
    isCurrent: Type.Boolean({ description: 'Whether this is the current session.' }),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

const LinkedProvider = Type.Object(
  { provider: Type.String(), displayName: Type.String(), linkedAt: Nullable(Timestamp) },
  { title: 'LinkedProvider' },
)
const ByProvider = Type.Object({ provider: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$', maxLength: 64 }) })

/** How users sign in to their own account: its sessions, and the providers linked to it. */
export const ownSessions = {
  sessions: get('/user/sessions', {
    permission: 'authenticated',
    summary: 'List your sessions',
    response: Type.Array(Session),
  }),
  endSession: del('/user/sessions/:id', {
    permission: 'authenticated',
    summary: 'End one of your sessions',
    audit: 'session_ended',
    params: ById,
  }),
  endOtherSessions: del('/user/sessions', {
    permission: 'authenticated',
    summary: 'End all your other sessions',
    audit: 'session_ended',
  }),
  providers: get('/user/providers', {
    permission: 'authenticated',
    summary: 'List the sign-in providers and whether they are linked to your account',
    response: Type.Array(LinkedProvider),
  }),
  linkProvider: post('/user/providers/:provider', {
    permission: 'authenticated',
    summary: 'Start linking a sign-in provider to your account',
    description:
      'Requires a session and your password, if you have one. Linking removes your password and ends your sessions and API keys.',
    params: ByProvider,
    body: Type.Object({
      currentPassword: Type.Optional(Type.String({ maxLength: 1024, format: 'password' })),
      returnTo: Type.Optional(Type.String({ maxLength: 1000, description: 'Path of the page to return to.' })),
    }),
    response: Type.Object({ redirectUrl: Type.String() }),
  }),
  unlinkProvider: del('/user/providers/:provider', {
    permission: 'authenticated',
    summary: 'Unlink a sign-in provider from your account',
    also: [409],
    params: ByProvider,
  }),
}
