import type { Operation } from '../platform/openapi/open-api-document.ts'

/** A request to paste into a shell. `caller`: the options with the credentials. */
export function curlExample(
  { base, caller }: { base: string; caller: readonly string[] },
  verb: string,
  path: string,
  operation: Operation,
): string {
  const query: [string, unknown][] = []
  let address = path
  for (const { name, in: place, example: plain, content } of operation.parameters ?? []) {
    const example = plain ?? content?.['application/json']?.example
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(example)))
    else if (example !== undefined) query.push([name, example])
  }
  const content = operation.requestBody?.content ?? {}
  const form = content['application/x-www-form-urlencoded']?.example
  const payload = content['application/json']?.example
  const asWebhook = operation.security?.some((way) => 'keyInQuery' in way) === true
  if (asWebhook) query.unshift(['api_key', 'API_KEY'])
  const isForm = payload === undefined
  const lines = [
    `curl ${verbOption(verb, isForm && (query.length > 0 || form !== undefined))}${quote(base + address + (isForm ? '' : queryText(query)))}`,
    ...(operation.security === undefined ? caller : []),
    ...(isForm ? [...query, ...Object.entries((form ?? {}) as object)].map(dataOption) : []),
    ...(isForm ? [] : [`--json ${quote(JSON.stringify(payload))}`]),
  ]
  return lines.join(' \\\n  ')
}

function verbOption(verb: string, hasArguments: boolean): string {
  if (verb === 'get') return hasArguments ? '--get ' : ''
  return `--request ${verb.toUpperCase()} `
}

const dataOption = ([name, value]: [string, unknown]) =>
  `--data-urlencode ${quote(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`

const queryText = (pairs: [string, unknown][]) =>
  pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`

/** Inside single quotes a shell changes nothing. */
const quote = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
