import type { Static } from 'typebox'
import { Nullable } from '../route.ts'
import Type from '../typebox.ts'
import { root, text } from './shared-schemas.ts'

export const MetricDto = Type.Object({
  name: text,
  description: Nullable(text),
  baseUnit: Nullable(text),
  measurements: Type.Array(Type.Object({ statistic: text, value: Type.Number() })),
  availableTags: Type.Array(Type.Object({ tag: text, values: Type.Array(text) })),
})
export type MetricDto = Static<typeof MetricDto>

export const metrics = {
  names: root.get('/actuator/metrics', {
    permission: 'SystemAdmin',
    summary: 'List metrics',
    response: Type.Object({ names: Type.Array(text) }),
  }),
  one: root.get('/actuator/metrics/:name', {
    permission: 'SystemAdmin',
    summary: 'Get a metric; `tag=library:<id>` limits it to one library',
    params: Type.Object({ name: text }),
    response: MetricDto,
  }),
} as const
