import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../../catalog/access/is-same-secret.ts'
import { apiVersion, system as routes } from '../../contract/system.ts'
import { type OpenSurface, serve } from '../serve.ts'
import type { Metrics } from './metrics.ts'

export interface SystemOptions {
  version: string
  /** Each throws if its part doesn't respond. */
  checks: Readonly<Record<string, () => Promise<unknown>>>
  metrics: Pick<Metrics, 'metrics'>
  /** Grants access to the metrics without an admin. */
  metricsToken: string | null
}

/** Health, info and metrics for operators. */
export function serveSystemRoutes(api: OpenSurface, { version, checks, metrics, metricsToken }: SystemOptions): void {
  serve(api, routes.health, async ({ reply }) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await isWell(check)] as const),
    )
    const well = results.every(([, result]) => result === 'ok')
    const status: 'ok' | 'unavailable' = well ? 'ok' : 'unavailable'
    if (!well) reply.code(503)
    return {
      status,
      version,
      uptimeSeconds: Math.floor(process.uptime()),
      checks: Object.fromEntries(results),
    }
  })

  serve(api, routes.info, () => ({ name: 'Lectern', version, apiVersion }))

  serve(api, routes.metrics, () => metrics.metrics(), {
    letIn: (request) => metricsToken !== null && isSameSecret(bearerOf(request), metricsToken),
  })
}

const TIMEOUT_MS = 2000

async function isWell(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), TIMEOUT_MS)
  })
  try {
    await Promise.race([check(), tooLate])
    return 'ok'
  } catch {
    return 'failed'
  } finally {
    clearTimeout(timer)
  }
}

function bearerOf(request: FastifyRequest): string {
  const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' ? token : ''
}
