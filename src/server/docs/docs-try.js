/**
 * Runs in the pages of the reference: sends requests with the reader's own key, and shows samples in one language. The
 * key stays in memory. Everything is put into the page as text, and requests go without cookies.
 */
const place = document.getElementById('try')
const product = place.dataset.product
const isChat = product === 'chat'

const credentialFields = isChat
  ? [
      ['Email address', 'ada@example.com', 'text'],
      ['API key', '', 'password'],
    ]
  : [
      ['API key of the company', '', 'password'],
      ['User id, or primary', 'primary', 'text'],
    ]

/** An element with properties, and its children. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

let fields = 0

/** An input with its label. */
function makeField(label, input, note = '') {
  fields += 1
  input.id = `try-field-${fields}`
  input.autocomplete = 'off'
  input.spellcheck = false
  const name = make('label', { htmlFor: input.id }, label)
  return make('p', { className: 'field' }, name, input, note && make('span', { className: 'soft' }, note))
}

const credentials = credentialFields.map(([, value, type]) => make('input', { value, type }))
place.append(
  make('h2', {}, 'Try it'),
  make(
    'p',
    {},
    'With your own key, every call on this page can be sent to this server. The key is not stored: it is gone when you leave the page.',
  ),
  ...credentials.map((input, index) => makeField(credentialFields[index][0], input)),
)

function authorization() {
  const [first, second] = credentials.map(({ value }) => value.trim())
  if (isChat) {
    if (!second) return {}
    const bytes = new TextEncoder().encode(`${first}:${second}`)
    return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
  }
  return first ? { authorization: `Bearer ${first}`, 'x-user-id': second || 'primary' } : {}
}

let loading
/** The description of the API, when it is first needed. */
function loadDescription() {
  loading ??= fetch(`/docs/${product}.json`).then((response) => response.json())
  return loading
}

const wireText = (value) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The inputs of an operation: where each value goes, and how to read it. */
function inputsOf({ parameters = [], requestBody }) {
  const inputs = []
  function add(kind, name, value, note, input = make('input', { type: 'text' })) {
    if (value !== undefined && input.type !== 'file') input.value = wireText(value)
    inputs.push({ kind, name, input, row: makeField(name, input, note) })
  }
  const noteOf = (isRequired, schema = {}) =>
    `${isRequired ? 'required, ' : ''}${schema.type ?? (schema.anyOf ? 'several types' : 'JSON')}`
  for (const { name, in: kind, required, schema, content, example } of parameters) {
    const json = content?.['application/json']
    if (kind !== 'header') add(kind, name, example ?? json?.example, noteOf(required, schema ?? json?.schema))
  }
  for (const [type, { schema, example }] of Object.entries(requestBody?.content ?? {})) {
    if (type === 'application/json' || type === 'text/plain') {
      const text = typeof example === 'string' ? example : JSON.stringify(example ?? {}, null, 2)
      add(type, 'Body', text, type, make('textarea', { rows: Math.min(text.split('\n').length + 1, 16) }))
      continue
    }
    const isMultipart = type === 'multipart/form-data'
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (field.format === 'binary') continue
      add('form', name, example?.[name], noteOf(schema.required?.includes(name), field))
    }
    if (!isMultipart) continue
    if (!schema.properties)
      for (const [name, value] of Object.entries(example ?? {})) add('form', name, value, '')
    const [file = 'upfile'] = Object.keys(schema.properties ?? {})
    add('file', file, undefined, 'a file', make('input', { type: 'file' }))
  }
  return inputs
}

function requestOf(verb, path, inputs) {
  let address = path
  const query = new URLSearchParams()
  const form = new URLSearchParams()
  const headers = authorization()
  let body
  for (const { kind, name, input } of inputs) {
    if (kind === 'path') address = address.replace(`{${name}}`, encodeURIComponent(input.value))
    else if (kind === 'file') {
      body = new FormData()
      for (const [field, value] of form) body.set(field, value)
      if (input.files[0]) body.set(name, input.files[0])
    } else if (input.value === '') continue
    else if (kind === 'query') query.set(name, input.value)
    else if (kind === 'form') form.set(name, input.value)
    else {
      headers['content-type'] = kind
      body = input.value
    }
  }
  if (body === undefined && form.size > 0) body = form
  const method = verb.toUpperCase()
  const url = query.size > 0 ? `${address}?${query}` : address
  return [url, { method, headers, credentials: 'omit', ...(body !== undefined && { body }) }]
}

const LONGEST_SHOWN = 50_000

async function readBody(response) {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return JSON.stringify(await response.json(), null, 2)
  if (type.startsWith('text/')) return response.text()
  return `${(await response.blob()).size} bytes of ${type || 'no type'}`
}

/** Sends, and shows what comes back. */
async function send([url, init], status, output) {
  status.textContent = 'Sending'
  output.textContent = ''
  try {
    const startedAt = performance.now()
    const response = await fetch(url, init)
    const body = await readBody(response)
    const milliseconds = Math.round(performance.now() - startedAt)
    status.textContent = `${response.status} ${response.statusText}, ${milliseconds} ms`
    output.textContent = body.length > LONGEST_SHOWN ? `${body.slice(0, LONGEST_SHOWN)}\n(cut)` : body
  } catch (error) {
    status.textContent = `No response: ${error.message}`
  }
  output.hidden = output.textContent === ''
}

async function openForm(article, holder) {
  const { verb, path } = article.dataset
  const inputs = inputsOf((await loadDescription()).paths[path][verb])
  const status = make('p', { role: 'status' })
  const output = make('pre', { hidden: true, tabIndex: 0, ariaLabel: 'Response' })
  const button = make('button', { type: 'submit' }, `Send ${verb.toUpperCase()}`)
  const form = make('form', {}, ...inputs.map(({ row }) => row))
  if (verb !== 'get') form.append(make('p', { className: 'soft' }, 'This may change data on this server.'))
  form.append(button, status, output)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    await send(requestOf(verb, path, inputs), status, output)
    button.disabled = false
  })
  holder.append(form)
}

for (const article of document.querySelectorAll('article[data-verb]')) {
  // A response that never ends cannot be shown here.
  if (article.dataset.path.endsWith('/events/stream')) continue
  const holder = make('details', { className: 'try' }, make('summary', {}, 'Try it'))
  holder.addEventListener('toggle', () => openForm(article, holder), { once: true })
  article.querySelector('.samples').after(holder)
}

const languages = ['curl', 'TypeScript', 'Python']
const sampleGroups = [...document.querySelectorAll('.samples')]

/** The language that is chosen in one place is shown everywhere. */
function showLanguage(chosen) {
  for (const group of sampleGroups) {
    for (const details of group.querySelectorAll('details'))
      details.open = details.dataset.language === chosen
    for (const button of group.querySelectorAll('button')) {
      button.ariaPressed = String(button.textContent === chosen)
    }
  }
}

for (const group of sampleGroups) {
  group.role = 'group'
  group.ariaLabel = 'Samples'
  const buttons = languages.map((language) => {
    const button = make('button', { type: 'button', ariaPressed: String(language === 'curl') }, language)
    button.addEventListener('click', () => {
      const { top } = button.getBoundingClientRect()
      showLanguage(language)
      // The samples above have grown or shrunk.
      scrollBy(0, button.getBoundingClientRect().top - top)
    })
    return button
  })
  group.prepend(...buttons)
}
