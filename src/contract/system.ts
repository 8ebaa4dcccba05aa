import { Binary, get, routesUnder } from './route.ts'
import Type from './typebox.ts'

const atRoot = routesUnder('')

export const Health = Type.Object(
  {
    status: Type.Enum(['ok', 'unavailable']),
    version: Type.String(),
    uptimeSeconds: Type.Integer({ minimum: 0 }),
    checks: Type.Record(Type.String(), Type.Enum(['ok', 'failed'])),
  },
  { title: 'Health' },
)

export const Info = Type.Object(
  { name: Type.String(), version: Type.String(), apiVersion: Type.String() },
  { title: 'Info' },
)

/** The version of the API that this server implements; the product has its own. */
export const apiVersion = '1.14.3'

export const system = {
  health: atRoot.get('/health', {
    permission: 'public',
    summary: 'Check the health of the server',
    description: 'Returns 503 with the same body if the database does not respond. Not rate limited.',
    tag: 'System',
    failsWithBody: 503,
    response: Health,
  }),
  info: get('/info', {
    permission: 'public',
    summary: 'Get the name and versions of the server',
    tag: 'System',
    response: Info,
  }),
  metrics: atRoot.get('/metrics', {
    permission: 'SystemAdmin',
    summary: 'Get metrics for Prometheus',
    description: 'Also accepts the bearer token from the setting `metrics.token`.',
    tag: 'System',
    response: Binary('text/plain; version=0.0.4; charset=utf-8'),
  }),
  openapi: get('/openapi.json', {
    permission: 'public',
    summary: 'Get this OpenAPI document',
    description: 'Returns 404 if `api.docs_enabled` is off.',
    tag: 'System',
    response: Type.Object({}, { additionalProperties: true, description: 'OpenAPI 3.1' }),
  }),
}
