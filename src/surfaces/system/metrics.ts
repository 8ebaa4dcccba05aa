import type { Registry } from 'prom-client'
import type { App } from '../edge/app.ts'

export type Metrics = Pick<Registry, 'metrics' | 'getMetricsAsJSON'>

/**
 * What the process and its requests have done so far. The library that writes it down is loaded when somebody asks, who will
 * ask again: it watches the event loop a hundred times a second. Requests are counted from the start.
 */
export function openMetrics(app: App): Metrics {
  let opened: Promise<Registry> | undefined
  const registry = () => {
    opened ??= openRegistry(app)
    return opened
  }
  return {
    metrics: async () => (await registry()).metrics(),
    getMetricsAsJSON: async () => (await registry()).getMetricsAsJSON(),
  }
}

async function openRegistry(app: App): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  app.edge.times.tellIn(registry)
  return registry
}
