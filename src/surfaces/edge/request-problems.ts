import { Problem, problem, validationProblem } from '../../contract/problems.ts'
import { isForeignKeyError } from '../../store/is-foreign-key-error.ts'
import { type StorageUnavailableReason, storageUnavailableReasonOf } from '../../store/storage-unavailable.ts'

/** Converts any error to a problem. An unexpected one becomes an `internal_error` that reveals nothing but the id. */
export function errorToProblem(error: unknown, requestId: string): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (typeof code === 'string' && Object.hasOwn(ofFramework, code)) return ofFramework[code]!()
  if (statusCode === 413) return tooLargeProblem()
  if (statusCode === 415) return wrongMediaTypeProblem()
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return notUnderstood()
  const reason = storageUnavailableReasonOf(error)
  if (reason) return unavailable(reason)
  if (isForeignKeyError(error)) return problem('not_found', 'It was deleted in the meantime.')
  return problem('internal_error', `Something went wrong on the server. Look for ${requestId} in the log.`, {
    requestId,
  })
}

export const tooLargeProblem = () => problem('payload_too_large', 'The request is too large for this server.')
export const wrongMediaTypeProblem = () =>
  problem('unsupported_media_type', 'The body must be JSON (application/json).')
export const invalidJsonProblem = () => validationProblem([{ path: '', message: 'The body is not valid JSON.' }])

/** It passes, or ends once space is freed: a later retry is right. */
function unavailable(reason: StorageUnavailableReason): Problem {
  return problem('service_unavailable', sentences[reason], undefined, { 'retry-after': slow.has(reason) ? '60' : '2' })
}

/** Somebody has to do something first. */
const slow: ReadonlySet<StorageUnavailableReason> = new Set(['disk', 'read-only'])

const sentences: Readonly<Record<StorageUnavailableReason, string>> = {
  database: 'The database isn’t responding. Try again in a moment.',
  busy: 'The database is busy. Try again in a moment.',
  'read-only': 'The database can only be read at the moment. Nothing was saved.',
  bucket: 'The bucket that stores covers isn’t responding. Try again in a moment.',
  disk: 'The server’s disk is full. Free some space and try again.',
}

const notUnderstood = () => validationProblem([{ path: '', message: 'The request is malformed.' }])
const badUrl = () => validationProblem([{ path: '', message: 'The address contains a part that can’t be decoded.' }])
export const invalidFormProblem = () => validationProblem([{ path: '', message: 'The form could not be read.' }])

const ofFramework: Readonly<Record<string, () => Problem>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: invalidJsonProblem,
  FST_ERR_CTP_EMPTY_JSON_BODY: invalidJsonProblem,
  FST_ERR_CTP_BODY_TOO_LARGE: tooLargeProblem,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: wrongMediaTypeProblem,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: notUnderstood,
  FST_ERR_BAD_URL: badUrl,
  FST_ERR_MAX_PARAM_LENGTH: () => problem('not_found', 'There is nothing at this address.'),
}
