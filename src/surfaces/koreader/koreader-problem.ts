import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../contract/problems.ts'

/** An error in KOReader's format. Its client shows `message` and knows the codes; it retries everything else later. */
export class KoreaderProblem extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const unauthorizedProblem = () => new KoreaderProblem(401, 2001, 'Unauthorized')
export const invalidRequestProblem = () => new KoreaderProblem(403, 2003, 'Invalid request')
export const missingDocumentProblem = () => new KoreaderProblem(403, 2004, "Field 'document' not provided.")
export const registrationDisabledProblem = () => new KoreaderProblem(402, 2005, 'User registration is disabled.')

export function presentKoreaderProblem(found: Problem, _request: FastifyRequest, reply: FastifyReply): void {
  const { status, code, message } = inTheirWords(found)
  // The client decodes only application/json.
  reply.code(status).header('content-type', 'application/json').header('cache-control', 'no-store')
  reply.send(JSON.stringify({ code, message }))
}

function inTheirWords(found: Problem): { status: number; code: number; message: string } {
  if (found.status === 401) return unauthorizedProblem()
  if (found.status === 403) return { status: 403, code: 2003, message: found.message }
  if (found.status === 400) return { status: 400, code: 103, message: found.message }
  return { status: found.status, code: found.status >= 500 ? 1000 : 2003, message: found.message }
}
