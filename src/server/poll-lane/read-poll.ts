import type { IncomingHttpHeaders } from 'node:http'

/** All but the first line of a request. A client sends the same with every poll, so it is read once. */
export interface PollHead {
  readonly text: string
  readonly headers: IncomingHttpHeaders
}

export interface Poll {
  /** what stands behind the question mark */
  readonly query: string
  readonly head: PollHead
}

const START = 'GET /api/v1/events?'
const VERSION = ' HTTP/1.1'
const END = '\r\n\r\n'
/** Longer ones, and those with more fields, are read by the usual parser. */
const LONGEST = 4096
const MOST_FIELDS = 50

const isPlainQuery = /^[!"$-~]+$/
const field = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([\t -~\x80-\xff]*)$/

/** They change how a request is read or answered. */
const unusual = new Set([
  'content-length',
  'transfer-encoding',
  'content-encoding',
  'expect',
  'upgrade',
  'http2-settings',
  'te',
  'trailer',
])

/**
 * Exactly one request for events, whole and without anything out of the ordinary; undefined: this is for the usual parser,
 * which decides what is right and what is wrong. So here it is enough to be sure of the most ordinary form.
 */
export function readPoll(bytes: Buffer, known: PollHead | undefined): Poll | undefined {
  if (bytes.length > LONGEST) return undefined
  const text = bytes.toString('latin1')
  if (!text.startsWith(START) || text.indexOf(END) !== text.length - END.length) return undefined
  const lineEnd = text.indexOf('\r\n')
  const queryEnd = lineEnd - VERSION.length
  const query = text.slice(START.length, queryEnd)
  if (!text.startsWith(VERSION, queryEnd) || !isPlainQuery.test(query)) return undefined
  const rest = text.slice(lineEnd)
  const head = rest === known?.text ? known : readHead(rest)
  return head && { query, head }
}

function readHead(text: string): PollHead | undefined {
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
  return { text, headers }
}
