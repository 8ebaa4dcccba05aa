import type { Static } from 'typebox'
import { Reason, reasonOf } from './reasons.ts'
import Type from './typebox.ts'

/**
 * Every way in which a request can fail. A surface presents a problem in its own format; the code and status are these.
 */
export const statusByProblemCode = {
  validation_failed: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  invalid_token: 401,
  token_expired: 401,
  invalid_api_key_format: 401,
  invalid_api_key: 401,
  api_key_expired: 401,
  permission_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  unprocessable: 422,
  rate_limit_exceeded: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const

export type ProblemCode = keyof typeof statusByProblemCode

/** One fault of the input: where, and what. */
export interface Fault {
  path: string
  message: string
}

/** The body of every error under /api. A 429 also has `retry_after`. */
export const ProblemBody = Type.Object(
  {
    error: Type.Enum(Object.keys(statusByProblemCode) as ProblemCode[], {
      description: 'The error code, for programs.',
    }),
    message: Type.String({ description: 'The error message, for people.' }),
    reason: Type.Optional(Reason),
    details: Type.Optional(Type.Unknown({ description: 'Further details, depending on `error`.' })),
    retry_after: Type.Optional(Type.Integer({ minimum: 1, description: 'Seconds to wait, with status 429 only.' })),
  },
  { title: 'Problem' },
)
export type ProblemBody = Static<typeof ProblemBody>

export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly details: unknown
  /** Sent with the response, e.g. Retry-After or Allow. */
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, message: string, details?: unknown, headers: Record<string, string> = {}) {
    super(message)
    this.code = code
    this.status = statusByProblemCode[code]
    this.details = details
    this.headers = headers
  }
}

/** `throw problem('not_found', 'There is no such book.')` */
export function problem(
  code: ProblemCode,
  message: string,
  details?: unknown,
  headers?: Record<string, string>,
): Problem {
  return new Problem(code, message, details, headers)
}

/** Reports all faults of the input at once. */
export function validationProblem(faults: readonly Fault[]): Problem {
  const first = faults[0]
  // A complete sentence needs no prefix; a fragment needs the name it continues.
  const where = first?.path && !/^[A-Z]/.test(first.message) ? `${first.path}: ` : ''
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  return problem('validation_failed', first ? `${where}${first.message}${more}` : 'The request is not valid.', faults)
}

export function rateLimitProblem(seconds: number): Problem {
  const whole = Math.max(1, Math.ceil(seconds))
  const unit = whole === 1 ? 'second' : 'seconds'
  return problem(
    'rate_limit_exceeded',
    `Too many requests. Please wait ${whole} ${unit} and try again.`,
    { retryAfter: whole },
    {
      'retry-after': String(whole),
    },
  )
}

/** `withReasons`: for clients that translate the sentences; others receive only what the specification defines. */
export function toProblemBody(found: Problem, { withReasons = false } = {}): ProblemBody {
  if (found.code === 'rate_limit_exceeded') {
    return { error: found.code, message: found.message, retry_after: Number(found.headers['retry-after'] ?? 1) }
  }
  const body: ProblemBody = { error: found.code, message: found.message }
  const reason = withReasons ? reasonOf(found.message) : undefined
  if (reason) body.reason = reason
  if (found.details !== undefined) body.details = withReasons ? explained(found.details) : found.details
  return body
}

/** Adds a reason to each fault of the input. Other details stay as they are. */
function explained(details: unknown): unknown {
  if (!Array.isArray(details)) return details
  return details.map((fault: Partial<Fault> | null) => {
    const reason = typeof fault?.message === 'string' ? reasonOf(fault.message) : undefined
    return reason ? { ...fault, reason } : fault
  })
}
