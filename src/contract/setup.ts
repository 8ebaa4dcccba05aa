import { Newcomer, SignedIn } from './auth.ts'
import { get, post } from './route.ts'
import Type from './type.ts'

export const setup = {
  status: get('/setup/status', {
    permission: 'public',
    summary: 'Check whether the first administrator still has to be created',
    response: Type.Object({ setupRequired: Type.Boolean() }),
  }),
  initialize: post('/setup/initialize', {
    permission: 'public',
    summary: 'Create the first administrator, while there are no users',
    body: Newcomer,
    response: SignedIn,
    status: 201,
  }),
}
