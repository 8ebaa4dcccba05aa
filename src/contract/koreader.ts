import { routesUnder } from './route.ts'
import Type from './typebox.ts'

const { get, post, put } = routesUnder('/koreader')
const tag = 'KOReader sync'
const Any = Type.Record(Type.String(), Type.Unknown())

/**
 * KOReader's progress sync, as its own client uses it. Handlers validate the input: the client knows only its own
 * codes.
 */
export const koreader = {
  health: get('/healthcheck', {
    permission: 'public',
    summary: 'Check that the sync server is up',
    tag,
    response: Type.Object({ state: Type.Literal('OK') }),
  }),
  create: post('/users/create', {
    permission: 'public',
    summary: 'Register an account; always refused, create it in Lectern',
    tag,
    response: Any,
  }),
  authorize: get('/users/auth', {
    action: 'koreader_sync',
    permission: 'authenticated',
    summary: 'Check the credentials',
    tag,
    response: Type.Object({ authorized: Type.Literal('OK') }),
  }),
  read: get('/syncs/progress/:document', {
    action: 'koreader_sync',
    permission: 'ProgressRead',
    summary: 'Get the progress in a document; {} if unknown',
    tag,
    params: Type.Object({ document: Type.String({ maxLength: 500 }) }),
    query: Type.Object({ ids: Type.Optional(Type.String({ maxLength: 2000 })) }),
    response: Any,
  }),
  write: put('/syncs/progress', {
    action: 'koreader_sync',
    permission: 'ProgressWrite',
    summary: 'Save the progress in a document',
    tag,
    body: Type.Optional(Type.Unknown()),
    response: Any,
  }),
} as const
