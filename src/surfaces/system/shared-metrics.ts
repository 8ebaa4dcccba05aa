import { randomUUID } from 'node:crypto'
import type { MetricObject } from 'prom-client'
import type { MessageBus } from '../../events/message-bus.ts'
import type { Metrics } from './metrics.ts'

type MetricsMessage = { asks: string } | { answers: string; metrics: MetricObject[] }

/** A scrape reaches one process; the response covers all of them. A process that doesn't answer in time is left out. */
export function shareMetrics(own: Metrics, bus: MessageBus, processes: number): { metrics(): Promise<string> } {
  const waiting = new Map<string, (metrics: MetricObject[]) => void>()
  const all = () => own.getMetricsAsJSON() as unknown as Promise<MetricObject[]>
  const channel = bus.channel('lectern_metrics', {
    receive(text) {
      const message = JSON.parse(text) as MetricsMessage
      if ('answers' in message) waiting.get(message.answers)?.(message.metrics)
      else if (!waiting.has(message.asks)) void all().then((metrics) => send({ answers: message.asks, metrics }))
    },
  })
  const send = (message: MetricsMessage) => channel.send(JSON.stringify(message))

  return {
    async metrics() {
      const id = randomUUID()
      const gathered = [await all()]
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, TIMEOUT_MS)
        waiting.set(id, (metrics) => {
          gathered.push(metrics)
          if (gathered.length < processes) return
          clearTimeout(timer)
          resolve()
        })
        send({ asks: id })
      })
      waiting.delete(id)
      const { AggregatorRegistry } = await import('prom-client')
      return AggregatorRegistry.aggregate(gathered as never).metrics()
    },
  }
}

const TIMEOUT_MS = 1000
