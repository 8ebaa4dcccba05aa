import type { Registry } from 'prom-client'
import type { Caches } from '../../store/cache/caches.ts'
import type { CacheStatistics } from '../../store/cache/revision-cache.ts'
import type { App } from '../edge/app.ts'

export type Metrics = Pick<Registry, 'metrics' | 'getMetricsAsJSON'>

/**
 * Metrics of the process and its requests. The library is loaded with the first scrape, since others will follow: it
 * samples the event loop a hundred times a second. Requests are counted from the start.
 */
export function openMetrics(app: App, caches: Caches): Metrics {
  let opened: Promise<Registry> | undefined
  const registry = () => {
    opened ??= openRegistry(app, caches)
    return opened
  }
  return {
    metrics: async () => (await registry()).metrics(),
    getMetricsAsJSON: async () => (await registry()).getMetricsAsJSON(),
  }
}

async function openRegistry(app: App, caches: Caches): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  app.edge.times.registerIn(registry)
  for (const [measure, about] of Object.entries(CACHE_MEASURES)) {
    const get = async () => ({
      ...about,
      aggregator: 'sum',
      values: valuesOf(caches, measure as keyof CacheStatistics),
    })
    // The registry only uses a metric's name and values.
    registry.registerMetric({ name: about.name, get } as unknown as Parameters<Registry['registerMetric']>[0])
  }
  return registry
}

const CACHE_MEASURES = {
  entries: { name: 'lectern_cache_entries', type: 'gauge', help: 'Values in memory, by cache.' },
  bytes: {
    name: 'lectern_cache_bytes',
    type: 'gauge',
    help: 'Bytes in memory, of the caches that are bounded by size.',
  },
  hits: {
    name: 'lectern_cache_hits_total',
    type: 'counter',
    help: 'Values found in memory or already being loaded, by cache.',
  },
  misses: { name: 'lectern_cache_misses_total', type: 'counter', help: 'Values that had to be loaded, by cache.' },
}

const valuesOf = (caches: Caches, measure: keyof CacheStatistics) =>
  [...caches.counts()].flatMap(([cache, counts]) => {
    const value = counts[measure]
    return value === undefined ? [] : [{ labels: { cache }, value }]
  })
