import type { ProblemBody } from '../../../src/contract/problems.ts'
import { reasonText } from '../messages/reason-text.ts'
import { loadReasonTranslations } from '../messages/t.ts'

/** A response that is not a success. The message is translated if the server sent a reason. */
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

/** For unknown addresses: the problem the server would send. */
export const notFoundProblem = new ApiProblem(404, 'not_found', '')

export async function problemFromResponse(response: Response): Promise<ApiProblem> {
  const body: Partial<ProblemBody> | undefined = await response.json().catch(() => undefined)
  // A missing session needs no text: the sign-in page is shown instead.
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

/** Whether an error replaces the content: only if there is none, or if the server reports it gone or forbidden. */
export function errorReplacesContent({ data, error }: { data: unknown; error: unknown }): boolean {
  if (!error) return false
  return data === undefined || (isProblem(error) && (error.status === 404 || error.status === 403))
}

/** No response at all: the network or the server is down. Writes in the meantime are queued. */
export function isOffline(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    isMissingChunk(error) ||
    (typeof navigator !== 'undefined' && navigator.onLine === false)
  )
}

/** The name of the error for a part of the app that couldn't be fetched. */
export const missingChunkErrorName = 'MissingPart'

export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && error.name === missingChunkErrorName
}
