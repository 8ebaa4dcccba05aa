import { Newcomer, SignedIn } from './auth.ts'
import { get, post } from './route.ts'
import Type from './type.ts'

export const setup = {
  status: get('/setup/status', {
    permission: 'public',
    summary: 'Whether the first admin still has to be made.',
    response: Type.Object({ setupRequired: Type.Boolean() }),
  }),
  initialize: post('/setup/initialize', {
    permission: 'public',
    summary: 'Make the first admin; works only while there is no user.',
    body: Newcomer,
    response: SignedIn,
    status: 201,
  }),
}
