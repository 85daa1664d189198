import { literal, type Notation, quoted } from './docs-literal.ts'
import { type ExampleRequest, filledPath, wireText } from './docs-request.ts'

export interface PythonCaller {
  /** email address and key, for HTTP Basic */
  auth?: readonly [string, string]
  headers?: Record<string, string>
}

const notation: Notation = {
  text: quoted,
  key: quoted,
  words: { true: 'True', false: 'False', null: 'None' },
}
const write = (value: unknown) => literal(value, notation, '    ', '    ')

/** A program with the library requests. */
export function pythonSample(caller: PythonCaller, base: string, request: ExampleRequest): string {
  const { verb, json, text, file, answer } = request
  const { auth, headers } = request.caller === 'user' ? caller : {}
  const isWebhook = request.caller === 'webhook'
  const options = [
    quoted(base + filledPath(request)),
    ...(auth ? [`auth=(${auth.map(quoted).join(', ')})`] : []),
    ...option('headers', { ...headers, ...(text !== undefined && { 'Content-Type': 'text/plain' }) }),
    ...option('params', { ...(isWebhook && { api_key: 'API_KEY' }), ...request.query }),
    ...option('data', request.form),
    ...(text === undefined ? [] : [`data=${quoted(text)}`]),
    ...(json === undefined ? [] : [`json=${write(json)}`]),
    ...(file ? [`files={${quoted(file.field)}: open(${quoted(file.name)}, 'rb')}`] : []),
    ...(answer === 'events' ? ['stream=True'] : []),
  ]
  const call = `response = requests.${verb}(\n${options.map((one) => `    ${one},\n`).join('')})`
  return ['import requests', '', call, printed(answer)].join('\n')
}

function printed(answer: ExampleRequest['answer']): string {
  if (answer === 'events') return 'for line in response.iter_lines():\n    print(line.decode())'
  return answer === 'bytes' ? 'print(len(response.content))' : 'print(response.json())'
}

/** Values that are neither texts nor numbers are sent as JSON. */
function option(name: string, fields: Record<string, unknown> = {}): string[] {
  const pairs = Object.entries(fields).map(([field, value]) => [
    field,
    typeof value === 'number' ? value : wireText(value),
  ])
  return pairs.length === 0 ? [] : [`${name}=${write(Object.fromEntries(pairs))}`]
}
