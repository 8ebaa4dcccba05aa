import { Ajv2020 } from 'ajv/dist/2020.js'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { Paging } from '../../contract/paging.ts'
import { get, Nullable, post } from '../../contract/route.ts'
import { addAjvFormats, faultsOfAjvErrors, makeInputCheck } from './validate-request.ts'

test('a blank text is explained in words, not as a pattern', () => {
  const check = addAjvFormats(new Ajv2020({ allErrors: true, strict: false })).compile({
    type: 'object',
    properties: { name: { type: 'string', pattern: '\\S' } },
  })
  expect(check({ name: '  ' })).toBe(false)
  expect(faultsOfAjvErrors(check.errors ?? [])).toEqual([{ path: 'name', message: 'must not be blank' }])
})

test('a date-time must exist: no leap second, no hour 25', () => {
  const check = addAjvFormats(new Ajv2020({ strict: false })).compile({ type: 'string', format: 'date-time' })
  const right = ['2024-02-29T12:00:00Z', '2024-01-01T00:00:00.123456+02:00', '0000-01-01t00:00:00z']
  const wrong = [
    '2016-12-31T23:59:60Z',
    '2023-02-29T12:00:00Z',
    '99999-01-01T00:00:00Z',
    '2024-01-01T25:00:00Z',
    '2024',
  ]
  expect(right.filter((moment) => !check(moment))).toEqual([])
  expect(wrong.filter((moment) => check(moment))).toEqual([])
})

test('a number in an address is written in digits', () => {
  const check = makeInputCheck(get('/x', { permission: 'public', summary: 'x', query: Paging, response: Type.Null() }))
  const request = (page: unknown, pageSize = '20') =>
    check({ params: {}, query: { page, pageSize } } as FastifyRequest).query
  expect(request('12')).toEqual({ page: 12, pageSize: 20 })
  expect(request('1', '99999999999999999999999')).toMatchObject({ pageSize: 1e23 })
  for (const page of ['0x10', '1e3', ' 1', '1 ', '+1', '1.0', '', '0', '-1', 'true', 'Infinity', ['1', '2']]) {
    expect(() => request(page), String(page)).toThrow(/^page: must be/)
  }
})

test('parameters that a route does not declare do not reach its handler', () => {
  const Inner = Type.Object({ a: Type.Optional(Type.Number()) })
  const Body = Type.Object({
    one: Type.Optional(Nullable(Inner)),
    many: Type.Optional(Type.Array(Inner)),
    free: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    any: Type.Optional(Type.Object({})),
  })
  const check = makeInputCheck(post('/x', { permission: 'public', summary: 'x', body: Body, response: Type.Null() }))
  const taken = (body: unknown) => check({ params: {}, query: {}, body, headers: {} } as FastifyRequest).body
  expect(
    taken({ id: 1, one: { a: 1, b: 2 }, many: [{ b: 1 }, { a: 2 }], free: { x: { y: 1 } }, any: { z: 1 } }),
  ).toEqual({
    one: { a: 1 },
    many: [{}, { a: 2 }],
    free: { x: { y: 1 } },
    any: { z: 1 },
  })
  expect(taken({ one: null })).toEqual({ one: null })
  expect(taken(JSON.parse('{"__proto__":{"one":1}}'))).toEqual({})
})

test('our own routes refuse unknown keys, suggest the nearest one, and accept both spellings', () => {
  const Inner = Type.Object({ title: Type.Optional(Type.String()) })
  const Body = Type.Object({
    name: Type.Optional(Type.String()),
    expires_at: Type.Optional(Nullable(Type.String())),
    one: Type.Optional(Nullable(Inner)),
    many: Type.Optional(Type.Array(Inner)),
    either: Type.Optional(Type.Union([Type.Object({ page: Type.Number() }), Type.Object({ bookId: Type.String() })])),
    free: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  })
  const own = { refusesUnknownKeys: true }
  const check = makeInputCheck(
    post('/x', { permission: 'public', summary: 'x', body: Body, response: Type.Null() }),
    own,
  )
  const request = (body: unknown) => check({ params: {}, query: {}, body, headers: {} } as FastifyRequest).body
  const faults = (body: unknown) => {
    try {
      request(body)
      return []
    } catch (error) {
      return (error as { details: { path: string; message: string }[] }).details
    }
  }
  expect(request({ name: 'x', expiresAt: '2030', free: { any: { thing: 1 } } })).toEqual({
    name: 'x',
    expires_at: '2030',
    free: { any: { thing: 1 } },
  })
  expect(request({ expiresAt: null, expires_at: null })).toEqual({ expires_at: null })
  expect(faults({ expiresAt: '2030', expires_at: null })).toMatchObject([{ path: 'expires_at' }])
  expect(faults({ nmae: 'x' })).toEqual([{ path: 'nmae', message: 'is not a known field; did you mean name?' }])
  expect(faults({ one: { titel: 'x' }, many: [{}, { titles: 'x' }] }).map(({ path }) => path)).toEqual([
    'one.titel',
    'many.1.titles',
  ])
  expect(faults({ either: { pages: 1, page: 2 } }).map(({ path }) => path)).toEqual(['either.pages'])
  expect(request({ either: { bookId: 'x' } })).toEqual({ either: { bookId: 'x' } })
  expect(faults(JSON.parse('{"__proto__":{},"constructor":1}')).length).toBe(2)
  expect(faults({ ['x'.repeat(5000)]: 1 })[0]!.path.length).toBeLessThan(200)

  const query = Type.Object({ mode: Type.Optional(Type.String()) })
  const bare = makeInputCheck(post('/x', { permission: 'public', summary: 'x', query, response: Type.Null() }), own)
  expect(() => bare({ params: {}, query: {}, body: { mode: 'deep' } } as FastifyRequest)).toThrow(
    /mode: belongs in the query/,
  )
  expect(() => bare({ params: {}, query: {}, body: {} } as FastifyRequest)).not.toThrow()
})
