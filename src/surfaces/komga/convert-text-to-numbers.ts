import type { FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { TSchema } from 'typebox'
import type { Route } from '../../contract/route.ts'

/**
 * Komga's own interface sends the value of a number field as text, and a cleared one as an empty text; Komga accepts
 * both. So does this, where the route expects a number.
 */
export function makeTextToNumberConverter(served: readonly Route[]) {
  const bodies = new Map<string, TSchema | undefined>()
  const bodyOf = (method: string, path: string): TSchema | undefined => {
    const name = `${method} ${path}`
    if (!bodies.has(name)) bodies.set(name, served.find((one) => one.method === method && one.path === path)?.body)
    return bodies.get(name)
  }
  return (request: FastifyRequest, _reply: unknown, done: HookHandlerDoneFunction): void => {
    const { body } = request
    const schema = isRecord(body) ? bodyOf(request.method, request.routeOptions.url ?? '') : undefined
    if (schema) read(body, schema)
    done()
  }
}

interface Shape {
  type?: string
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
}

/** Invalid values stay as they are, for the route's validation to report. */
function read(value: unknown, shape: Shape): unknown {
  const forms = shape.anyOf ?? [shape]
  if (typeof value === 'string') return readText(value, forms)
  if (Array.isArray(value)) {
    const { items } = forms.find((form) => form.items) ?? {}
    return items ? value.map((one) => read(one, items)) : value
  }
  if (!isRecord(value)) return value
  for (const { properties = {}, patternProperties = {} } of forms) {
    const [others] = Object.values(patternProperties)
    for (const [name, one] of Object.entries(value)) {
      const inner = Object.hasOwn(properties, name) ? properties[name] : others
      if (inner) value[name] = read(one, inner)
    }
  }
  return value
}

function readText(text: string, forms: Shape[]): unknown {
  const types = new Set(forms.map((form) => form.type))
  if (!types.has('integer') && !types.has('number')) return text
  if (types.has('string')) return text
  if (text.trim() === '') return types.has('null') ? null : text
  return NUMBER.test(text) ? Number(text) : text
}

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
