import type { FastifyRequest } from 'fastify'
import { Problem, problem, validationProblem } from '../../contract/problems.ts'
import type { UserView } from '../../store/user/read.ts'
import type { Viewer } from '../../store/viewer.ts'
import type { Authenticator } from '../authenticator.ts'

/** An unlocked screen, or a stolen key, must not suffice to take over the account. */
export async function confirmCurrentPassword(
  authenticator: Authenticator,
  { user, viewer, given }: { user: UserView; viewer: Viewer; given: string | undefined },
  request: FastifyRequest,
): Promise<void> {
  if (!user.hasPassword) {
    if (viewer.sessionId !== undefined) return
    throw problem('permission_denied', 'Sign in through your provider to change this account.')
  }
  if (given === undefined)
    throw validationProblem([{ path: 'currentPassword', message: 'Enter your current password.' }])
  try {
    await authenticator.checkPassword(user.username, given, request)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'invalid_credentials') throw error
    throw validationProblem([{ path: 'currentPassword', message: 'This is not your current password.' }])
  }
}
