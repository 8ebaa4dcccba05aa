import type { Registry } from 'prom-client'

const name = 'lectern_http_request_seconds'
const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Times {
  labels: { method: string; route: string; status: string }
  /** Durations within each bucket and above the one before. */
  counts: Float64Array
  sum: number
}

export interface RequestDurations {
  /** The recorder for one route: it takes the status of a response, and the request's start by `performance.now()`. */
  of(method: string, route: string): RecordRequestDuration
  registerIn(registry: Registry): void
}

export type RecordRequestDuration = (status: number, began: number) => void

/**
 * The time until responses start, by route. Our own histogram: the library finds its counters by their labels, which
 * costs a request more than checking its credential. Here each route holds its own.
 */
export function openRequestDurations(): RequestDurations {
  const all: Times[] = []
  const observers = new Map<string, Map<string, RecordRequestDuration>>()
  return {
    of(method, route) {
      // By two keys: joining them showed in the profile of an unchanged list (304).
      const ofMethod = observers.get(method) ?? new Map<string, RecordRequestDuration>()
      const known = ofMethod.get(route)
      if (known) return known
      const made = observer(all, method, route)
      observers.set(method, ofMethod.set(route, made))
      return made
    },
    registerIn(registry) {
      const about = { name, help: 'How long requests took, by route.', type: 'histogram', aggregator: 'sum' }
      const get = async () => ({ ...about, values: valuesOf(all) })
      // The registry only uses a metric's name and values.
      registry.registerMetric({ name, get } as unknown as Parameters<Registry['registerMetric']>[0])
    },
  }
}

function observer(all: Times[], method: string, route: string): RecordRequestDuration {
  const byStatus: Times[] = []
  return (status, began) => {
    const seconds = (performance.now() - began) / 1000
    let times = byStatus[status]
    if (!times) {
      const labels = { method, route, status: String(status) }
      times = { labels, counts: new Float64Array(buckets.length + 1), sum: 0 }
      byStatus[status] = times
      all.push(times)
    }
    let at = 0
    while (at < buckets.length && seconds > buckets[at]!) at += 1
    times.counts[at]! += 1
    times.sum += seconds
  }
}

function valuesOf(all: readonly Times[]) {
  return all.flatMap(({ labels, counts, sum }) => {
    let reached = 0
    const lines = [...buckets, '+Inf'].map((le, i) => {
      reached += counts[i]!
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: reached }
    })
    return [
      ...lines,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: reached },
    ]
  })
}
