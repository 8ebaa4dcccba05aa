import { collectDefaultMetrics, Registry } from 'prom-client'
import type { App } from '../edge/app.ts'

/** A place for every part to put its counters: `new Gauge({ name: 'lectern_…', registers: [registry] })`. */
export function openMetrics(app: App): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  app.edge.times.tellIn(registry)
  return registry
}
