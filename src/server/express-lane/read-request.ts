import type { IncomingHttpHeaders } from 'node:http'

/** All but the first line of a request. A client sends the same with every poll, so it is read once. */
export interface RequestHead {
  readonly text: string
  readonly headers: IncomingHttpHeaders
  /** how many bytes of a body follow */
  readonly bodyLength: number
}

export interface OrdinaryRequest {
  readonly method: string
  readonly path: string
  /** what stands behind the question mark */
  readonly query: string | undefined
  readonly head: RequestHead
  readonly bodyStart: number
}

const END = '\r\n\r\n'
/** Longer ones, and those with more fields, are read by the usual parser. */
const LONGEST = 4096
const MOST_FIELDS = 50
const LONGEST_BODY = 65_536

/** Without a `#`, which does not belong to what is asked for. */
const firstLine = /^(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[!"$->@-~]*)(?:\?([!"$-~]*))? HTTP\/1\.1$/
const field = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\t -~\x80-\xff]*)$/
const isLength = /^\d{1,9}$/

/** They change how a request is read or answered. */
const unusual = new Set([
  'transfer-encoding',
  'content-encoding',
  'expect',
  'upgrade',
  'http2-settings',
  'te',
  'trailer',
  'proxy-connection',
])

/**
 * The beginning of an ordinary request: all of its head, with an Authorization, and nothing that changes how it is to be
 * read. undefined: this is for the usual parser, which decides what is right and what is wrong. So here it is enough to be
 * sure of the most ordinary form.
 */
export function readRequest(bytes: Buffer, known: RequestHead | undefined): OrdinaryRequest | undefined {
  const text = bytes.toString('latin1', 0, LONGEST)
  const bodyStart = text.indexOf(END) + END.length
  const lineEnd = text.indexOf('\r\n')
  if (bodyStart < END.length) return undefined
  const rest = text.slice(lineEnd, bodyStart)
  const head = rest === known?.text ? known : readHead(rest)
  const [, method, path, query] = firstLine.exec(text.slice(0, lineEnd)) ?? []
  if (!head || method === undefined || path === undefined) return undefined
  return { method, path, query, head, bodyStart }
}

function readHead(text: string): RequestHead | undefined {
  const headers: Record<string, string> = Object.create(null)
  const lines = text.slice('\r\n'.length, -END.length).split('\r\n')
  if (lines.length > MOST_FIELDS) return undefined
  for (const line of lines) {
    const [, name, value] = field.exec(line) ?? []
    if (name === undefined || value === undefined) return undefined
    const key = name.toLowerCase()
    if (unusual.has(key) || key in headers) return undefined
    headers[key] = value.trimEnd()
  }
  const { host, authorization, connection } = headers
  if (host === undefined || authorization === undefined) return undefined
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined
  const length = headers['content-length']
  if (length !== undefined && !isLength.test(length)) return undefined
  const bodyLength = Number(length ?? 0)
  return bodyLength > LONGEST_BODY ? undefined : { text, headers, bodyLength }
}
