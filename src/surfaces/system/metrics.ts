import { collectDefaultMetrics, Registry } from 'prom-client'
import type { App } from '../edge/app.ts'
import { timeRequests } from './request-times.ts'

/** A place for every part to put its counters: `new Gauge({ name: 'lectern_…', registers: [registry] })`. */
export function openMetrics(app: App): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  timeRequests(app, registry)
  return registry
}
