import TypeBox, { type TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import Type from './typebox.ts'

/** Written for both libraries. */
const schemas: Record<string, (of: typeof Type) => TSchema> = {
  text: (of) => of.String({ minLength: 1, description: 'A name.' }),
  numbers: (of) => of.Array(of.Union([of.Number({ minimum: 0 }), of.Integer(), of.Null()]), { maxItems: 3 }),
  'an object, with fields that may be missing': (of) =>
    of.Object(
      { a: of.String(), b: of.Optional(of.Boolean({ default: true })), c: of.Optional(of.Unknown()) },
      { title: 'Three', additionalProperties: false },
    ),
  'an object that needs nothing': (of) => of.Object({ a: of.Optional(of.String()) }),
  choices: (of) => of.Object({ one: of.Enum(['x', 'y']), other: of.Literal('z'), third: of.Literal(3) }),
  'a map': (of) => of.Record(of.String(), of.Unknown(), { maxProperties: 5 }),
  'a map whose names follow a pattern': (of) =>
    of.Record(of.String({ pattern: '^[a-z]+$', maxLength: 9 }), of.Integer()),
  'itself within': (of) =>
    of.Cyclic({ Tree: of.Object({ name: of.String(), below: of.Optional(of.Array(of.Ref('Tree'))) }) }, 'Tree'),
  'of another type than it says': (of) => of.Unsafe<Date>({ type: 'string', format: 'date' }),
}

describe('a schema is what typebox makes of it', () => {
  test.each(Object.entries(schemas))('%s', (_, write) => {
    // As text: the order matters for the document too.
    expect(JSON.stringify(write(Type))).toBe(JSON.stringify(write(TypeBox)))
  })

  test('an optional field is marked as such without a schema keyword', () => {
    for (const of of [Type, TypeBox]) {
      const schema = of.Optional(of.String())
      expect('~optional' in schema).toBe(true)
      expect(Object.keys(schema)).toEqual(['type'])
    }
  })
})
