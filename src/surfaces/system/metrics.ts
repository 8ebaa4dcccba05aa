import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { App } from '../edge/app.ts'

/** A place for every part to put its counters: `new Gauge({ name: 'lectern_…', registers: [registry] })`. */
export function openMetrics(app: App): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'lectern_http_request_seconds',
    help: 'How long requests took, by route.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The pattern and not the address: that would make a series of measurements for every book.
    const route = request.routeOptions.url ?? '(unknown)'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  return registry
}
