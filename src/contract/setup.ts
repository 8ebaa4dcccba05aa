import { Registration, SignInResponse } from './auth.ts'
import { get, post } from './route.ts'
import Type from './typebox.ts'

const FirstAdmin = Type.Object(
  {
    ...Registration.properties,
    setupToken: Type.Optional(
      Type.String({ maxLength: 200, description: 'See `setupTokenRequired`; dashes, spaces and case do not matter.' }),
    ),
  },
  { title: 'FirstAdmin' },
)

export const setup = {
  status: get('/setup/status', {
    permission: 'public',
    summary: 'Check whether the first administrator still has to be created',
    response: Type.Object({
      setupRequired: Type.Boolean(),
      setupTokenRequired: Type.Boolean({
        description: 'Whether the request needs the setup token, which the server prints when it starts.',
      }),
    }),
  }),
  initialize: post('/setup/initialize', {
    permission: 'public',
    summary: 'Create the first administrator, while there are no users',
    also: [403],
    body: FirstAdmin,
    response: SignInResponse,
    status: 201,
  }),
}
