import { h } from './reference-schema.js'

const MAX_SHOWN = 100_000

/** A form that sends the request, and the same as a command to copy. The key is held by the page and nowhere else. */
export function tryOut(operation, { base, schemas, keyOf }) {
  const { path, method, parameters, requestBody, responses } = operation
  const [mediaType, { schema: bodySchema } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const isForm = mediaType === 'multipart/form-data'
  const inputs = parameters.map((parameter) => ({ parameter, input: inputOf(parameter) }))
  const files = isForm ? formInputs() : []
  const body = bodySchema && !isForm ? bodyInput() : undefined
  const command = h('code')
  const output = h('div', { class: 'output', 'aria-live': 'polite' })
  const copied = h('button', { type: 'button', onclick: copy }, 'Copy')
  const isStream = JSON.stringify(responses).includes('text/event-stream')
  const form = h(
    'form',
    { class: 'try' },
    [...inputs.map(({ parameter, input }) => labelled(parameter.name, input)), ...files.map(({ name, input }) => labelled(name, input))],
    body && labelled('Body (JSON)', body),
    method === 'delete' && h('p', { class: 'careful' }, 'This deletes something on your server.'),
    h('div', { class: 'command' }, h('pre', { tabindex: 0 }, command), copied),
    isStream ? h('p', {}, 'This is an event stream. Use the command instead.') : h('button', { type: 'submit', class: 'send' }, 'Send'),
    output,
  )
  form.addEventListener('input', update)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send()
  })
  update()
  return form

  function inputOf({ name, schema, required }) {
    const { enum: values } = schemas.whole(schema)
    if (values) return h('select', { name }, h('option', { value: '' }, ''), values.map((value) => h('option', { value }, String(value))))
    const placeholder = schema.default === undefined ? undefined : JSON.stringify(schema.default)
    return h('input', { name, placeholder, required: required && schema.default === undefined, autocomplete: 'off', spellcheck: 'false' })
  }

  function bodyInput() {
    const area = h('textarea', { rows: 8, spellcheck: 'false' })
    area.value = JSON.stringify(schemas.exampleOf(bodySchema) ?? {}, null, 2)
    return area
  }

  function formInputs() {
    const { properties = {} } = schemas.whole(bodySchema)
    return Object.entries(properties).map(([name, schema]) => {
      const isFile = schemas.typeOf(schema) === 'file'
      return { name, isFile, input: h('input', { name, type: isFile ? 'file' : 'text' }) }
    })
  }

  function labelled(text, input) {
    return h('label', {}, h('span', {}, text), input)
  }

  function address() {
    const query = new URLSearchParams()
    let filled = path
    for (const { parameter, input } of inputs) {
      const value = input.value.trim()
      if (parameter.in === 'path') {
        const written = value === '' ? `{${parameter.name}}` : value.split('/').map(encodeURIComponent).join('/')
        filled = filled.replace(`{${parameter.name}}`, written)
      } else if (value !== '') {
        const isList = schemas.whole(parameter.schema).type === 'array' && parameter.name !== 'sort'
        for (const each of isList ? value.split(',') : [value]) query.append(parameter.name, each.trim())
      }
    }
    return `${base}${filled}${query.size > 0 ? `?${query}` : ''}`
  }

  function update() {
    const parts = [`curl${isStream ? ' -N' : ''}${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "${location.origin}${address()}"`]
    if (operation.security?.length !== 0) parts.push('-H "X-API-Key: $KEY"')
    if (body) parts.push('-H "Content-Type: application/json"', `-d '${body.value.replaceAll("'", "'\\''")}'`)
    for (const { name, isFile } of files) parts.push(`-F ${name}=${isFile ? '@file' : 'value'}`)
    command.textContent = parts.join(' \\\n  ')
  }

  async function copy() {
    await navigator.clipboard?.writeText(command.textContent).catch(() => {})
    copied.textContent = 'Copied'
    setTimeout(() => (copied.textContent = 'Copy'), 2000)
  }

  async function send() {
    const headers = {}
    const key = keyOf()
    if (key) headers['X-API-Key'] = key
    if (body) headers['Content-Type'] = 'application/json'
    output.replaceChildren(h('p', {}, 'Waiting for the response…'))
    const began = performance.now()
    try {
      const answer = await fetch(address(), {
        method: method.toUpperCase(),
        headers,
        // With a key, whoever is signed in here must not matter.
        credentials: key ? 'omit' : 'same-origin',
        body: body?.value ?? (isForm ? formData() : undefined),
      })
      const bytes = await answer.blob()
      const ms = Math.round(performance.now() - began)
      output.replaceChildren(
        h('p', {}, h('span', { class: `status s${String(answer.status)[0]}` }, String(answer.status)), ` ${answer.statusText} · ${ms} ms · ${bytes.size} bytes`),
        ...(await shownBody(answer, bytes)),
      )
    } catch (error) {
      output.replaceChildren(h('p', {}, `The server could not be reached: ${error.message}`))
    }
  }

  function formData() {
    const data = new FormData()
    for (const { name, isFile, input } of files) {
      if (isFile) for (const file of input.files) data.append(name, file)
      else if (input.value !== '') data.append(name, input.value)
    }
    return data
  }
}

async function shownBody(answer, bytes) {
  const type = answer.headers.get('content-type') ?? ''
  if (bytes.size === 0) return []
  const url = () => URL.createObjectURL(bytes)
  if (type.startsWith('image/')) return [h('img', { src: url(), alt: 'The image in the response' })]
  if (!/json|text|xml/.test(type)) return [h('p', {}, h('a', { href: url(), download: '' }, `Save (${type})`))]
  const text = await bytes.text()
  const written = /json/.test(type) ? pretty(text) : text
  const shown = written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN)}\n…` : written
  return [h('pre', { tabindex: 0 }, h('code', {}, shown))]
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
