import { type ExampleRequest, filledPath, wireText } from './docs-request.ts'

/** A request to paste into a shell. `caller`: the options with the credentials. */
export function curlSample(
  { base, caller }: { base: string; caller: readonly string[] },
  request: ExampleRequest,
): string {
  const { verb, json, text, file } = request
  const query = Object.entries(request.query)
  if (request.caller === 'webhook') query.unshift(['api_key', 'API_KEY'])
  const form = Object.entries(request.form ?? {})
  const isGet = verb === 'get'
  const url = base + filledPath(request) + (isGet ? '' : queryText(query))
  const lines = [
    `curl ${verbOption(verb, query.length > 0)}${quote(url)}`,
    ...(request.caller === 'user' ? caller : []),
    ...(isGet ? query.map(dataOption) : []),
    ...form.map(file ? fieldOption : dataOption),
    ...(file ? [`--form ${quote(`${file.field}=@${file.name}`)}`] : []),
    ...(json === undefined ? [] : [`--json ${quote(JSON.stringify(json))}`]),
    ...(text === undefined ? [] : [`--header 'Content-Type: text/plain'`, `--data-binary ${quote(text)}`]),
  ]
  return lines.join(' \\\n  ')
}

function verbOption(verb: string, hasQuery: boolean): string {
  if (verb === 'get') return hasQuery ? '--get ' : ''
  return `--request ${verb.toUpperCase()} `
}

const dataOption = ([name, value]: [string, unknown]) =>
  `--data-urlencode ${quote(`${name}=${wireText(value)}`)}`

const fieldOption = ([name, value]: [string, unknown]) =>
  `--form-string ${quote(`${name}=${wireText(value)}`)}`

const queryText = (pairs: [string, unknown][]) =>
  pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([name, value]) => [name, wireText(value)]))}`

/** Inside single quotes a shell changes nothing. */
const quote = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
