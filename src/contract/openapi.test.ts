import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { bookConditionFields, conditionOperators, seriesConditionFields } from './conditions.ts'
import { allRoutes } from './index.ts'
import { buildOpenApiDocument } from './openapi.ts'
import { makeSchemaCollector } from './openapi-schema-collector.ts'
import { Page, Paging } from './paging.ts'
import { isPermission } from './permissions.ts'
import { Binary, ById, get, Multipart, post, type Route } from './route.ts'
import { apiVersion } from './system.ts'
import Type from './typebox.ts'

const document = buildOpenApiDocument(allRoutes, { version: apiVersion })
type Operation = {
  security?: unknown[]
  'x-permission': unknown
  description: string
  responses: Record<string, unknown>
  parameters: { name: string; in: string; required: boolean }[]
}
const operationsOf = (paths: Record<string, Record<string, unknown>>) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  )

test('the document is valid OpenAPI 3.1, and every reference leads somewhere', async () => {
  const validator = new Validator()
  const result = await validator.validate(JSON.parse(JSON.stringify(document)))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(validator.version).toBe('3.1')
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1]!)
  expect(references.length).toBeGreaterThan(100)
  for (const reference of new Set(references)) {
    let target: unknown = document
    for (const part of reference.split('/')) target = (target as Record<string, unknown>)[part]
    expect(target, reference).toBeDefined()
  }
})

test('it says the version of the API and the ways to sign in', () => {
  expect(document.info.version).toBe('1.14.3')
  expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-API-Key' })
})

test('a condition shows its fields, operators and examples', () => {
  const schemas = document.components.schemas as Record<
    string,
    { properties: Record<string, unknown>; examples?: unknown[] }
  >
  for (const [name, fields] of Object.entries({
    SeriesCondition: seriesConditionFields,
    BookCondition: bookConditionFields,
  })) {
    const { properties, examples } = schemas[name]!
    expect(Object.keys(properties)).toEqual(['allOf', 'anyOf', ...Object.keys(fields)])
    expect(properties.allOf).toMatchObject({ items: { $ref: `#/components/schemas/${name}` } })
    expect(properties.year).toEqual({ $ref: '#/components/schemas/NumberTest' })
    expect(examples?.length).toBeGreaterThan(2)
  }
  expect(schemas.NumberTest!.properties.operator).toMatchObject({ enum: [...conditionOperators.number] })
})

test('every route states its permission, and the document repeats it', () => {
  expect(operationsOf(document.paths).length).toBeGreaterThan(250)
  for (const route of allRoutes) {
    const { permission } = route
    const names = typeof permission === 'string' ? [permission] : permission?.anyOf
    expect(names?.length, route.path).toBeGreaterThan(0)
    for (const name of names) {
      expect(name === 'public' || name === 'authenticated' || isPermission(name), `${route.path}: ${name}`).toBe(true)
    }
  }
  for (const { path, operation } of operationsOf(document.paths)) {
    expect(operation['x-permission'], path).toBeDefined()
    expect(operation.security, path).toEqual(operation['x-permission'] === 'public' ? [] : undefined)
    expect(operation.responses, path).toHaveProperty('429')
  }
})

test('the parameters of a path are those it names', () => {
  for (const { path, operation } of operationsOf(document.paths)) {
    const inPath = operation.parameters.filter((one) => one.in === 'path').map((one) => one.name)
    expect(inPath.sort(), path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort())
    expect(path).not.toContain('*')
  }
})

test('no two routes take the same requests, and no two operations have the same id', () => {
  const taken = allRoutes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':x')}`)
  expect(new Set(taken).size).toBe(taken.length)
  const ids = operationsOf(document.paths).map(
    ({ operation }) => (operation as unknown as { operationId: string }).operationId,
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('no example looks like a real key, password or token', () => {
  expect(JSON.stringify(document)).not.toMatch(/lectern_[0-9A-Za-z]{8}_[0-9A-Za-z]{10,}|eyJ[\w-]{10,}\./)
})

test('parameters, bodies and bytes are described from the schemas', () => {
  const Thing = Type.Object({ id: Type.String() }, { title: 'Thing' })
  const routes: Route[] = [
    get('/things/:id/pages/:n', {
      permission: { anyOf: ['BooksRead', 'ProgressRead'] },
      summary: 'x',
      params: ById,
      query: Paging,
      response: Page(Thing),
    }),
    post('/things', {
      permission: 'BooksWrite',
      summary: 'x',
      body: Multipart({ file: Binary('image/png') }),
      response: Binary('image/png', 'image/webp'),
      status: 201,
    }),
  ]
  const made = buildOpenApiDocument(routes, { version: '1', server: '/lectern' })
  const read = made.paths['/api/v1/things/{id}/pages/{n}']!.get as Operation
  expect(read.parameters.map(({ name, required }) => [name, required])).toEqual([
    ['id', true],
    ['n', true],
    ['page', false],
    ['pageSize', false],
  ])
  expect(read['x-permission']).toEqual(['BooksRead', 'ProgressRead'])
  expect(read.description).toContain('`BooksRead` or `ProgressRead`')
  expect(JSON.stringify(read.responses)).toContain('#/components/schemas/Thing')
  const write = made.paths['/api/v1/things']!.post as Record<string, unknown>
  expect(write.requestBody).toMatchObject({ content: { 'multipart/form-data': { schema: { type: 'object' } } } })
  expect(write.responses).toMatchObject({ 201: { content: { 'image/png': {}, 'image/webp': {} } } })
  expect(made.servers).toEqual([{ url: '/lectern' }])
})

test('the stream says what its messages hold', () => {
  const stream = document.paths['/api/v1/events']!.get as Record<string, unknown>
  expect(stream.responses).toMatchObject({
    200: { content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/Event' } } } },
  })
  expect(document.components.schemas).toHaveProperty('EventBookCreated')
})

test('a schema that refers to itself is written once', () => {
  const Tree = Type.Cyclic({ Tree: Type.Object({ children: Type.Array(Type.Ref('Tree')) }) }, 'Tree')
  const made = buildOpenApiDocument([get('/t', { permission: 'public', summary: 'x', response: Tree })], {
    version: '1',
  })
  expect(made.components.schemas).toMatchObject({
    Tree: { properties: { children: { items: { $ref: '#/components/schemas/Tree' } } } },
  })
})

test('no two different schemas have one name', () => {
  const schemas = makeSchemaCollector()
  for (const { query, body, response } of allRoutes) schemas.refer([query, body, response])
  expect([...schemas.clashes]).toEqual([])
})

test('of two schemas with one name the second is written out, and the order of fields makes no difference', () => {
  const schemas = makeSchemaCollector()
  schemas.refer(Type.Object({ a: Type.Null(), b: Type.Null() }, { title: 'Same' }))
  expect(schemas.refer(Type.Object({ b: Type.Null(), a: Type.Null() }, { title: 'Same' }))).toEqual({
    $ref: '#/components/schemas/Same',
  })
  expect(schemas.clashes.size).toBe(0)
  expect(schemas.refer(Type.Object({ c: Type.Null() }, { title: 'Same' }))).toHaveProperty('properties.c')
  expect([...schemas.clashes]).toEqual(['Same'])
})
