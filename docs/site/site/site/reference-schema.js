// What the API reference says about a schema: its type in words, a table of its fields, an example.

/** Builds an element. Everything goes in as text: nothing in a document becomes markup. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false && value !== null) element.setAttribute(name, value)
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false))
  return element
}

/** Text with `code` in it, in paragraphs. */
export function prose(text) {
  return text.split(/\n\n+/).map((part) => h('p', {}, inline(part)))
}

export function inline(text) {
  return text.split(/(`[^`]+`)/).map((part) => (part.startsWith('`') ? h('code', {}, part.slice(1, -1)) : part))
}

/** Something to open that is made when it is first opened, so that schemas may hold themselves. */
export function later(summary, make) {
  let isMade = false
  const element = h('details', { class: 'more' }, h('summary', {}, summary))
  element.addEventListener('toggle', () => {
    if (!element.open || isMade) return
    isMade = true
    element.append(...[make()].flat())
  })
  return element
}

export function schemasOf(api) {
  const named = (schema) => schema?.$ref?.split('/').at(-1)
  const resolve = (schema) => (schema?.$ref ? resolve(at(api, schema.$ref)) : (schema ?? {}))

  /** The variants of a schema, without the one that only allows null. */
  const variants = (schema) => {
    const all = schema.anyOf ?? schema.oneOf ?? []
    return { all: all.filter((each) => resolve(each).type !== 'null'), isNullable: all.some((each) => resolve(each).type === 'null') }
  }

  /** One schema of what `allOf` puts together. */
  const whole = (schema) => {
    const found = resolve(schema)
    if (!found.allOf) return found
    const parts = [found, ...found.allOf.map(whole)]
    return {
      ...found,
      allOf: undefined,
      type: 'object',
      properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
      required: parts.flatMap(({ required }) => required ?? []),
    }
  }

  function typeOf(given) {
    const schema = whole(given)
    const { all, isNullable } = variants(schema)
    if (all.length > 0) return [...new Set(all.map(typeOf))].join(' or ') + (isNullable ? ' or null' : '')
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
    const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type
    if (type === 'string' && schema.format === 'binary') return 'file'
    if (type === 'string' && schema.format) return `string (${schema.format})`
    return type ?? (schema.properties ? 'object' : 'anything')
  }

  function limitsOf(given) {
    const schema = whole(given)
    const said = []
    const values = schema.enum ?? variants(schema).all.map((each) => whole(each).const).filter((each) => each !== undefined)
    if (values.length > 0) said.push(`One of ${values.map((value) => `\`${value}\``).join(', ')}.`)
    if (schema.default !== undefined) said.push(`By default \`${JSON.stringify(schema.default)}\`.`)
    if (schema.minimum !== undefined && schema.minimum !== 0) said.push(`At least ${schema.minimum}.`)
    if (schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER) said.push(`At most ${schema.maximum}.`)
    if (schema.maxLength !== undefined) said.push(`At most ${schema.maxLength} characters.`)
    if (schema.maxItems !== undefined) said.push(`At most ${schema.maxItems} items.`)
    return said.join(' ')
  }

  /** What can be looked into: an object, a list of them, or several of them to choose from. */
  function inside(given) {
    const schema = whole(given)
    if (schema.type === 'array') return inside(schema.items ?? {})
    if (schema.properties && Object.keys(schema.properties).length > 0) return [{ name: named(given), schema }]
    if (typeof schema.additionalProperties === 'object') return inside(schema.additionalProperties)
    return variants(schema).all.flatMap(inside)
  }

  function details(given) {
    const found = inside(given)
    if (found.length === 0) return undefined
    if (found.length === 1) return later(found[0].name ?? 'Fields', () => table(found[0].schema))
    return later(`${found.length} forms`, () =>
      found.map((form) => later(nameOf(form), () => table(form.schema))),
    )
  }

  /** A form without a name is called after what it lists, or after its fields. */
  function nameOf({ name, schema }) {
    const listed = named(whole(schema.properties.data ?? {}).items)
    return name ?? (listed ? `Page of ${listed}` : Object.keys(schema.properties).slice(0, 5).join(', '))
  }

  function row(name, schema, isRequired) {
    const [only, ...others] = variants(whole(schema)).all
    const meant = only && others.length === 0 ? whole(only) : whole(schema)
    const words = [whole(schema).description ?? meant.description, limitsOf(schema)].filter(Boolean).join(' ')
    const shown = typeof meant.examples?.[0] === 'object' && meant.properties ? meant.examples : []
    return h(
      'li',
      {},
      h('div', { class: 'field' }, h('code', {}, name), h('span', { class: 'type' }, typeOf(schema)), isRequired && h('span', { class: 'required' }, 'required')),
      words && h('div', { class: 'words' }, inline(words)),
      details(schema),
      shown.length > 0 && later('Examples', () => shown.map((each) => h('pre', { tabindex: 0 }, h('code', {}, JSON.stringify(each, null, 2))))),
    )
  }

  /** The fields of an object. A list, because a table of nested tables is unreadable on a phone. */
  function table(given) {
    const { properties = {}, required = [] } = whole(given)
    const rows = Object.entries(properties).map(([name, schema]) => row(name, schema, required.includes(name)))
    return h('ul', { class: 'fields' }, rows)
  }

  /** The fields where there are some, else the type in words. */
  function describe(given) {
    const found = inside(given)
    const isList = whole(given).type === 'array'
    if (found.length === 1) return [isList && h('p', {}, 'A list of:'), table(found[0].schema)].filter(Boolean)
    if (found.length > 1) return [details(given)]
    return [h('p', { class: 'type' }, typeOf(given))]
  }

  function exampleOf(given, open = []) {
    const schema = whole(given)
    if (schema.examples?.length > 0) return schema.examples[0]
    if (schema.example !== undefined) return schema.example
    if (schema.const !== undefined) return schema.const
    if (schema.default !== undefined) return schema.default
    if (schema.enum) return schema.enum[0]
    const name = named(given)
    if ((name && open.includes(name)) || open.length > 8) return undefined
    const further = [...open, name ?? '']
    const { all, isNullable } = variants(schema)
    if (all.length > 0) return exampleOf(all[0], further) ?? (isNullable ? null : undefined)
    if (schema.type === 'array') {
      const item = exampleOf(schema.items ?? {}, further)
      return item === undefined ? [] : [item]
    }
    if (schema.properties) {
      const entries = Object.entries(schema.properties).map(([key, value]) => [key, exampleOf(value, further)])
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
    }
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
    if (type === 'string') return examples[schema.format] ?? 'text'
    if (type === 'integer' || type === 'number') return schema.minimum ?? 1
    if (type === 'boolean') return true
    if (type === 'null') return null
    return type === 'object' ? {} : undefined
  }

  return { resolve, typeOf, row, describe, exampleOf, limitsOf, whole }
}

const examples = {
  uuid: '01977f3e-8c1a-7c3e-9a55-3f1d2b6c7e90',
  'date-time': '2026-11-16T20:15:00Z',
  date: '2026-11-16',
  email: 'ada@example.org',
  uri: 'https://example.org/',
}

function at(api, reference) {
  let found = api
  for (const part of reference.slice(2).split('/')) found = found?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  return found
}
