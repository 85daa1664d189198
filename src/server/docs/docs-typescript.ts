import { literal, type Notation, quoted } from './docs-literal.ts'
import type { ExampleRequest } from './docs-request.ts'

export interface TypeScriptCaller {
  /** `chat` or `phones`: the name of the connection */
  name: string
  connect: string
  credentials: Record<string, string>
  /** the credentials of an incoming webhook */
  webhookCredentials?: Record<string, string>
}

const notation: Notation = {
  text: quoted,
  key: (name) => (/^[a-z_]\w*$/i.test(name) ? name : quoted(name)),
  words: { true: 'true', false: 'false', null: 'null' },
}
const write = (value: unknown) => literal(value, notation, '  ')

/** A program with packages/client. */
export function typeScriptSample(caller: TypeScriptCaller, base: string, request: ExampleRequest): string {
  const { name, connect } = caller
  const { file, answer } = request
  const imported = answer === 'events' ? [connect, 'followEvents'] : [connect]
  const credentials = { user: caller.credentials, webhook: caller.webhookCredentials, anyone: {} }
  const lines = [
    ...(file ? [`import { readFile } from 'node:fs/promises'`] : []),
    `import { ${imported.join(', ')} } from '@switchboard/client'`,
    '',
    `const ${name} = ${connect}(${write({ server: base, ...credentials[request.caller] })})`,
    ...(answer === 'events' ? eventLines(name) : callLines(caller, request)),
  ]
  return lines.join('\n')
}

function eventLines(name: string): string[] {
  const register = write({ register: { event_types: ['message'] } })
  return [`for await (const event of followEvents(${name}, ${register})) {`, '  console.log(event)', '}']
}

/** The chat takes one list of arguments, the telephony a body beside it. */
function callLines({ name }: TypeScriptCaller, request: ExampleRequest): string[] {
  const { verb, path, inPath, query, form, json, text, file, answer } = request
  const call = quoted(`${verb.toUpperCase()} ${path.replace(/^\/api\/v1/, '')}`)
  const isChat = name === 'chat'
  const fileCode = file && `new File([await readFile(${quoted(file.name)})], ${quoted(file.name)})`
  const input = { ...inPath, ...query, ...(isChat && form) }
  const argumentsCode: string[] = [write(input)]
  const before: string[] = []
  if (isChat && file) argumentsCode[0] = withField(input, `${file.field}: ${fileCode}`)
  if (!isChat && file) {
    before.push('const form = new FormData()')
    for (const [field, value] of Object.entries({ ...form })) {
      before.push(`form.set(${quoted(field)}, ${quoted(String(value))})`)
    }
    before.push(`form.set(${quoted(file.field)}, ${fileCode})`)
    argumentsCode.push('form')
  }
  if (json !== undefined) argumentsCode.push(isChat ? write({ body: json }) : write(json))
  if (text !== undefined) argumentsCode.push(quoted(text))
  if (argumentsCode.length === 1 && argumentsCode[0] === '{}') argumentsCode.pop()
  const method = answer === 'bytes' ? 'download' : 'call'
  const made = `await ${name}.${method}(${[call, ...argumentsCode].join(', ')})`
  return [...before, `const response = ${made}`, 'console.log(response)']
}

function withField(input: object, field: string): string {
  const code = write(input)
  return code === '{}' ? `{\n  ${field},\n}` : `{\n  ...${code},\n  ${field},\n}`
}
