import fc from 'fast-check'
import type { Argument, Route } from './documented-routes.ts'
import { fitting, fromPool, hostileJson, hostileText, type Pool } from './hostile-values.ts'

export interface HostileRequest {
  method: Route['method']
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

type Values = { name: string; where: Argument['where']; value: unknown }[]

/**
 * Requests for a route that range from almost right to nonsense. Most are right but for one argument: where
 * everything is wrong, nobody looks further than at the first.
 */
export function hostileRequest(route: Route, pool: Pool): fc.Arbitrary<HostileRequest> {
  const { args } = route
  const values = fc
    .record({ mode: fc.nat(7), victim: fc.nat(Math.max(args.length * 2, 1)) })
    .chain(({ mode, victim }) =>
      fc.tuple(
        ...args.map((one, at) => {
          if (mode === 0 || at === victim) return hostileValues(one, pool)
          return mode > 3 ? exampleValues(one, pool) : goodValues(one, pool)
        }),
      ),
    )
  return fc
    .record({
      values: values.map((list) => list.flat() as Values),
      more: rarely(extra, 4),
      body: fc.oneof(
        { weight: 12, arbitrary: fc.constant('as documented') },
        { weight: 2, arbitrary: fc.constantFrom('form', 'json', 'multipart', 'query') },
        { weight: 3, arbitrary: fc.constantFrom('no type', 'wrong type', 'broken multipart', 'cut', 'raw') },
      ),
      raw: hostileText,
      headers: rarely(oddHeaders, 5),
      suffix: rarely(oddEnding, 10),
    })
    .map(({ values: given, more, body, raw, headers, suffix }) => {
      const all = more ? [...given, more] : given
      const { url, rest } = addressOf(route, all)
      const sent = bodyOf(route, rest, body, raw)
      const inQuery = sent.query ? `${url.includes('?') ? '&' : '?'}${sent.query}` : ''
      return {
        method: route.method,
        url: `${url}${inQuery}${suffix ?? ''}`,
        headers: {
          ...(sent.type !== undefined && { 'content-type': sent.type }),
          ...headerValues(all),
          ...headers,
        },
        ...(sent.payload !== undefined && { payload: sent.payload }),
      }
    })
}

/** As the document shows it; what it does not show is left out. */
function exampleValues(argument: Argument, pool: Pool): fc.Arbitrary<Values> {
  const { name, where, required, example, schema } = argument
  if (example === undefined && !required) return fc.constant<Values>([])
  // Ids of the document belong to nothing.
  if (example === undefined || where === 'path' || /_id$/.test(name))
    return sent(argument, good(argument, pool))
  return sent(argument, schema.type === 'object' ? fitting(schema, pool, name) : fc.constant(example))
}

function goodValues(argument: Argument, pool: Pool): fc.Arbitrary<Values> {
  const once = sent(argument, good(argument, pool))
  return argument.required || argument.where === 'path' ? once : rarely(once, 4).map((values) => values ?? [])
}

/** Wrong, missing, or twice. */
function hostileValues(argument: Argument, pool: Pool): fc.Arbitrary<Values> {
  const once = sent(argument, hostileJson)
  if (argument.where === 'path') return once
  const again = fc.tuple(once, sent(argument, good(argument, pool))).map((both) => both.flat())
  return fc.oneof(
    { weight: 10, arbitrary: once },
    { weight: 2, arbitrary: fc.constant<Values>([]) },
    { weight: 2, arbitrary: again },
  )
}

function good({ name, where, example, schema }: Argument, pool: Pool): fc.Arbitrary<unknown> {
  if (where === 'path' && schema.type === 'string') return fromPool(pool, name)
  const fits = fitting(schema, pool, name)
  if (example === undefined || where === 'path') return fits
  return fc.oneof({ weight: 1, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: fits })
}

const sent = ({ name, where }: Argument, value: fc.Arbitrary<unknown>): fc.Arbitrary<Values> =>
  value.map((single) => [{ name, where, value: single }])

/** Once in this many times; otherwise undefined. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 1, arbitrary }, { weight: times - 1, arbitrary: fc.constant(undefined) })

const oddEnding = fc.constantFrom('/', '//', '?', '?%', '?a=%ff', '?=&=', '#x', ';a', '/..', '%2f')

const extra = fc.record({
  name: fc.oneof(
    hostileText,
    fc.constantFrom('method', 'client', 'api_key', 'limit', 'page', 'sort', 'payload'),
  ),
  where: fc.constantFrom('query' as const, 'body' as const),
  value: fc.oneof(hostileJson, fc.constantFrom('PATCH', 'DELETE', 'PUT')),
})

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { host: 'x'.repeat(300) },
  { host: '' },
  { host: "a'b" },
  { 'user-agent': 'x'.repeat(5000) },
  { 'user-agent': '' },
  { cookie: '__Host-session=x; session=%ff; a' },
  { authorization: 'Basic !!!' },
  { authorization: 'Bearer' },
  { authorization: `Basic ${'A'.repeat(4000)}` },
  { 'x-user-id': "'" },
  { 'x-user-id': '__proto__' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': `text/plain; ${'a=b;'.repeat(500)}` },
  { 'content-encoding': 'gzip' },
  { range: 'bytes=5-1,-0,x' },
  { 'if-none-match': '"' },
  { accept: 'text/html' },
  { origin: 'null' },
  { 'x-forwarded-for': '999.1.1.1' },
  { 'idempotency-key': 'x'.repeat(256) },
  { 'idempotency-key': 'same' },
  { expect: '100-continue' },
)

/** Fills the path; what is left for the body is answered beside it. */
function addressOf(route: Route, values: Values): { url: string; rest: Values } {
  const path = route.path.replace(/\{([^}]+)\}/g, (_all, name: string) => {
    const value = values.find((one) => one.where === 'path' && one.name === name)?.value
    // A path as a client could really send it; what does not fit into one is tried elsewhere.
    const text = wireText(value).slice(0, 600)
    return /^%|^\.\./.test(text) ? text.replace(/[^%.\w]/g, '') || 'x' : percent(text) || '%20'
  })
  const query = formText(values.filter(({ where }) => where === 'query'))
  return {
    url: query === '' ? path : `${path}?${query.slice(0, 7000)}`,
    rest: values.filter(({ where }) => where === 'body'),
  }
}

function headerValues(values: Values): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { where, name, value } of values) {
    if (where === 'header')
      headers[name.toLowerCase()] = wireText(value)
        .replace(/[^\x20-\x7e]/g, '?')
        .slice(0, 3000)
  }
  return headers
}

interface Sent {
  type?: string
  payload?: string | Buffer
  query?: string
}

function bodyOf(route: Route, values: Values, kind: string, raw: string): Sent {
  const documented = Object.keys(route.bodies)[0]
  const how = kind === 'as documented' ? (documented ?? 'form') : kind
  switch (how) {
    case 'application/x-www-form-urlencoded':
    case 'form':
      return { type: 'application/x-www-form-urlencoded', payload: formText(values) }
    case 'application/json':
    case 'json':
      return { type: 'application/json', payload: jsonText(values) }
    case 'multipart/form-data':
    case 'multipart':
      return { type: 'multipart/form-data; boundary=XX', payload: multipart(values, raw) }
    case 'query':
      return { query: formText(values).slice(0, 7000) }
    case 'no type':
      return { payload: jsonText(values) }
    case 'wrong type':
      return { type: raw.length % 2 ? 'application/xml' : 'application/json', payload: formText(values) }
    case 'broken multipart':
      return { type: 'multipart/form-data; boundary=XX', payload: multipart(values, raw).subarray(0, -9) }
    case 'cut':
      return { type: 'application/json', payload: jsonText(values).slice(0, -2) }
    default:
      return { type: documented ?? 'text/plain', payload: raw }
  }
}

export const wireText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** As encodeURIComponent, but a lone surrogate becomes a character instead of an exception. */
const percent = (text: string) => encodeURIComponent(Buffer.from(text, 'utf8').toString('utf8'))

const formText = (values: Values) =>
  values.map(({ name, value }) => `${percent(name)}=${percent(wireText(value))}`).join('&')

/** By hand: a name may come twice. */
const jsonText = (values: Values) =>
  `{${values.map(({ name, value }) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`

function multipart(values: Values, content: string): Buffer {
  const part = (head: string, text: string) =>
    `--XX\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`
  const quoted = (text: string) => `"${text.replace(/["\r\n]/g, '_')}"`
  const fields = values.map(({ name, value }) => part(`name=${quoted(name)}`, wireText(value)))
  const file = part(`name=${quoted('upfile')}; filename=${quoted(content.slice(0, 200))}`, content)
  return Buffer.from(`${fields.join('')}${file}--XX--\r\n`)
}
