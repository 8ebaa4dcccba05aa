import type { ProblemBody } from '../../../src/contract/problems.ts'
import { reasonText } from '../messages/reason-text.ts'
import { loadReasonTranslations } from '../messages/t.ts'

/** An answer that is not a success. The message is said in the person's language where the server gave a reason. */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, details?: unknown, retryAfter?: number) {
    super(message)
    this.name = 'ApiProblem'
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

/** For addresses that lead nowhere: told as the server would. */
export const notFoundProblem = new ApiProblem(404, 'not_found', '')

export async function problemFromResponse(response: Response): Promise<ApiProblem> {
  const body: Partial<ProblemBody> | undefined = await response.json().catch(() => undefined)
  // Nobody reads that they are not signed in: they see where to do it.
  if (body?.reason && !response.url.endsWith('/auth/me')) await loadReasonTranslations().catch(() => {})
  const retryAfter = Number(response.headers.get('retry-after') ?? body?.retry_after ?? Number.NaN)
  return new ApiProblem(
    response.status,
    body?.error ?? `http_${response.status}`,
    body?.message ? reasonText(body.reason, body.message) : response.statusText,
    body?.details,
    Number.isFinite(retryAfter) ? retryAfter : undefined,
  )
}

export function isProblem(error: unknown, code?: string): error is ApiProblem {
  return error instanceof ApiProblem && (code === undefined || error.code === code)
}

/** Whether an error takes the place of what is shown: only where nothing is, or where the server says that it is gone. */
export function errorReplacesContent({ data, error }: { data: unknown; error: unknown }): boolean {
  if (!error) return false
  return data === undefined || (isProblem(error) && (error.status === 404 || error.status === 403))
}

/** No answer at all: the network is gone or the server is. Writes made meanwhile are kept for later. */
export function isOffline(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    isMissingChunk(error) ||
    (typeof navigator !== 'undefined' && navigator.onLine === false)
  )
}

/** The name of an error that a part of the app itself could not be fetched. */
export const missingChunkErrorName = 'MissingPart'

export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && error.name === missingChunkErrorName
}
