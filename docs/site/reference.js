import { h, inline, later, prose, schemasOf } from './reference-schema.js'
import { tryOut } from './reference-try.js'

// The API reference: everything the document says, grouped, searchable and to be tried. Loads nothing but the document.
const base = document.documentElement.dataset.base
const api = await (await fetch(new URL('reference.json', import.meta.url))).json()
const schemas = schemasOf(api)
const main = document.querySelector('main')
const search = document.querySelector('#search')
const count = document.querySelector('#count')
const key = document.querySelector('#key')

const groups = api.tags.map(({ name, description }) => ({ name, description, operations: [] }))
for (const [path, methods] of Object.entries(api.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    groups.find(({ name }) => name === operation.tags[0]).operations.push({ ...operation, path, method })
  }
}
const idOf = (name) => `group-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`

const shown = groups.map((group) => {
  const operations = group.operations.map((operation) => ({ operation, element: showOperation(operation) }))
  const element = h(
    'details',
    { class: 'group', id: idOf(group.name) },
    h('summary', {}, h('h2', {}, group.name), h('span', { class: 'count' }, String(operations.length))),
    group.description && h('p', { class: 'about' }, inline(group.description)),
    operations.map(({ element: each }) => each),
  )
  const texts = operations.map(({ operation: { path, method, summary, description }, element: each }) => ({
    element: each,
    text: `${method} ${path} ${summary} ${description} ${group.name}`.toLowerCase(),
  }))
  return { element, texts }
})
main.append(...shown.map(({ element }) => element))
document.querySelector('nav').append(
  h('ul', {}, groups.map(({ name }) => h('li', {}, h('a', { href: `#${idOf(name)}` }, name)))),
)

function showOperation(operation) {
  const { path, method, summary, operationId } = operation
  let isMade = false
  const element = h(
    'details',
    { class: 'operation', id: operationId },
    h(
      'summary',
      {},
      h('span', { class: `method ${method}` }, method.toUpperCase()),
      h('h3', {}, summary),
      h('code', { class: 'path' }, path),
    ),
  )
  element.addEventListener('toggle', () => {
    if (!element.open) return
    if (!isMade) element.append(h('div', { class: 'inside' }, showInside(operation)))
    isMade = true
  })
  return element
}

function showInside(operation) {
  const { description, operationId, parameters, requestBody, responses } = operation
  return [
    prose(description),
    h('p', { class: 'link' }, h('a', { href: `#${operationId}` }, 'Link to this operation')),
    parameters.length > 0 && [
      h('h4', {}, 'Parameters'),
      h('ul', { class: 'fields' }, parameters.map((each) => schemas.row(each.name, { ...each.schema, description: [each.in === 'path' ? 'Part of the path.' : '', each.description ?? ''].join(' ').trim() }, each.required))),
    ],
    requestBody && [h('h4', {}, 'Body'), ...Object.entries(requestBody.content).flatMap(([type, { schema }]) => showContent(type, schema))],
    h('h4', {}, 'Responses'),
    Object.entries(responses).map(([status, response]) => showAnswer(status, schemas.resolve(response))),
    h('h4', {}, 'Try it'),
    tryOut(operation, { api, base, schemas, keyOf: () => key.value.trim() }),
  ].flat(Number.POSITIVE_INFINITY)
}

function showContent(type, schema) {
  if (!schema) return [h('p', {}, h('code', {}, type))]
  const example = type.includes('json') ? schemas.exampleOf(schema) : undefined
  return [
    h('p', {}, h('code', {}, type)),
    ...schemas.describe(schema),
    example !== undefined && later('Example', () => code(JSON.stringify(example, null, 2))),
  ]
}

function showAnswer(status, { description, content = {} }) {
  const title = [h('span', { class: `status s${status[0]}` }, status), ' ', ...inline(description)]
  const types = Object.entries(content)
  if (types.length === 0) return h('p', { class: 'answer' }, title)
  const element = later(h('span', {}, title), () => types.flatMap(([type, { schema }]) => showContent(type, schema)).filter(Boolean))
  // What people come for is open.
  if (status.startsWith('2')) element.open = true
  return element
}

function code(text) {
  return h('pre', { tabindex: 0 }, h('code', {}, text))
}

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  let found = 0
  for (const { element, texts } of shown) {
    const hits = texts.filter(({ element: each, text }) => {
      const isHit = words.every((word) => text.includes(word))
      each.hidden = !isHit
      return isHit
    })
    found += hits.length
    element.hidden = hits.length === 0
    if (words.length > 0) element.open = hits.length > 0 && hits.length < 40
  }
  const all = shown.reduce((sum, { texts }) => sum + texts.length, 0)
  count.textContent = words.length === 0 ? `${all} operations in ${groups.length} groups` : `${found} of ${all} operations`
}

/** What the address names is opened, with the group it is in. */
function follow() {
  const element = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!(element instanceof HTMLDetailsElement)) return
  if (element.hidden) {
    search.value = ''
    filter()
  }
  element.closest('.group').open = true
  element.open = true
  element.scrollIntoView()
  element.querySelector('summary').focus({ preventScroll: true })
}

search.addEventListener('input', filter)
addEventListener('hashchange', follow)
addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return
  event.preventDefault()
  search.focus()
})
filter()
follow()
document.documentElement.dataset.ready = 'true'
