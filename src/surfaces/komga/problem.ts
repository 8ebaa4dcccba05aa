import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fault, Problem } from '../../contract/problems.ts'
import { moment } from './present/values.ts'

/** Errors as Spring tells them. What is wrong with single fields is told besides, as Komga does. */
export function presentProblem(found: Problem, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
  // A page that asks by script would otherwise make its browser show a window for the password.
  if (found.status === 401 && request.headers['x-requested-with'] === 'XMLHttpRequest') {
    reply.removeHeader('www-authenticate')
    reply.send()
    return
  }
  const name = process.getBuiltinModule('node:http').STATUS_CODES[found.status] ?? 'Error'
  const violations = found.code === 'validation_failed' ? violationsOf(found.details) : []
  const body = {
    timestamp: moment(Date.now()),
    status: found.status,
    error: name,
    message: found.status === 401 ? name : found.message,
    path: request.originalUrl.split('?', 1)[0],
    ...(violations.length > 0 && { violations }),
  }
  reply.header('content-type', 'application/json').send(JSON.stringify(body))
}

function violationsOf(details: unknown): { fieldName: string; message: string }[] {
  if (!Array.isArray(details)) return []
  const faults = details as Fault[]
  return faults.filter(({ path }) => path !== '').map(({ path, message }) => ({ fieldName: path, message }))
}
