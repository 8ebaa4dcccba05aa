import type { Static } from 'typebox'
import { Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { ByKomgaId, flag, SpringPage, text, UtcSeconds, v2 } from './shared-schemas.ts'

const ActivityDto = Type.Object({
  userId: Nullable(text),
  email: Nullable(text),
  apiKeyId: Nullable(text),
  apiKeyComment: Nullable(text),
  ip: Nullable(text),
  userAgent: Nullable(text),
  success: flag,
  error: Nullable(text),
  dateTime: UtcSeconds,
  source: Nullable(text),
})

export type SignInActivityDto = Static<typeof ActivityDto>

/** Only what sessions and keys record: sign-ins aren't tracked beyond that. */
export const signInActivity = {
  all: v2.get('/users/authentication-activity', {
    permission: 'UsersRead',
    summary: 'List sign-ins of all users',
    response: SpringPage(ActivityDto),
  }),
  own: v2.get('/users/me/authentication-activity', {
    permission: 'authenticated',
    summary: 'List your sign-ins',
    response: SpringPage(ActivityDto),
  }),
  latest: v2.get('/users/:id/authentication-activity/latest', {
    permission: 'UsersRead',
    summary: 'Get the latest sign-in of a user',
    params: ByKomgaId,
    response: ActivityDto,
  }),
} as const
