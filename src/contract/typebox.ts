import type * as TypeBox from 'typebox'

/**
 * The schema builders that we use, with the types of typebox but without its code, whose four hundred files took a
 * tenth of every start. They build the same schemas as typebox (typebox.test.ts).
 */
const Type = {
  Object: (properties: Properties, options?: object) => {
    const required = Object.keys(properties).filter((name) => !('~optional' in properties[name]!))
    return made({ type: 'object', ...(required.length > 0 && { required }), properties }, options)
  },
  Array: (items: object, options?: object) => made({ type: 'array', items }, options),
  Record: (key: { pattern?: string }, value: object, options?: object) =>
    made({ type: 'object', patternProperties: { [key.pattern ?? '^.*$']: value } }, options),
  String: (options?: object) => made({ type: 'string' }, options),
  Number: (options?: object) => made({ type: 'number' }, options),
  Integer: (options?: object) => made({ type: 'integer' }, options),
  Boolean: (options?: object) => made({ type: 'boolean' }, options),
  Null: (options?: object) => made({ type: 'null' }, options),
  Unknown: (options?: object) => made({}, options),
  Literal: (value: unknown, options?: object) => made({ type: typeof value, const: value }, options),
  Enum: (values: readonly unknown[], options?: object) => made({ enum: values }, options),
  Union: (anyOf: readonly object[], options?: object) => made({ anyOf }, options),
  Ref: (ref: string, options?: object) => made({ $ref: ref }, options),
  Cyclic: (defs: Properties, ref: string, options?: object) => {
    const named = Object.entries(defs).map(([name, schema]) => [name, { ...schema, $id: name }])
    return made({ $defs: Object.fromEntries(named), $ref: ref }, options)
  },
  Unsafe: (schema: object) => made(schema),
  // Not enumerable: the schema lists the required fields instead.
  Optional: (schema: object) => Object.defineProperty({ ...schema }, '~optional', { value: true }),
} as unknown as Pick<typeof TypeBox.Type, Used>

export default Type

type Properties = Record<string, object>

type Used =
  | ('Object' | 'Array' | 'Record' | 'String' | 'Number' | 'Integer' | 'Boolean' | 'Null' | 'Unknown')
  | ('Literal' | 'Enum' | 'Union' | 'Ref' | 'Cyclic' | 'Unsafe' | 'Optional')

const made = (schema: object, options?: object): object => ({ ...schema, ...options })
