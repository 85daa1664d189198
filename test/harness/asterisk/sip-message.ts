/** A SIP request or response, in parts. */
export interface SipMessage {
  /** such as `INVITE`, or `200` of a response */
  readonly name: string
  readonly firstLine: string
  readonly text: string
  /** The first header of this name; empty if there is none. */
  header(name: string): string
  /** All lines of a header, with its name. */
  lines(name: string): readonly string[]
}

export function readSipMessage(text: string): SipMessage {
  const [head = ''] = text.split('\r\n\r\n')
  const [firstLine = '', ...headers] = head.split('\r\n')
  const [first = '', second = ''] = firstLine.split(' ')
  const lines = (name: string) =>
    headers.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return {
    name: first === 'SIP/2.0' ? second : first,
    firstLine,
    text,
    lines,
    header: (name) =>
      lines(name)[0]
        ?.slice(name.length + 1)
        .trim() ?? '',
  }
}

/** A response with the headers that the request determines. */
export function respondTo(
  request: SipMessage,
  status: string,
  more: readonly string[] = [],
  body = '',
): string {
  const tag = (line: string) => (/;tag=/.test(line) ? line : `${line};tag=provider`)
  return writeSipMessage(
    `SIP/2.0 ${status}`,
    [
      ...request.lines('Via'),
      ...request.lines('Record-Route'),
      ...request.lines('From'),
      ...request.lines('To').map(tag),
      ...request.lines('Call-ID'),
      ...request.lines('CSeq'),
      ...more,
    ],
    body,
  )
}

export function writeSipMessage(firstLine: string, headers: readonly string[], body = ''): string {
  const type = body === '' ? [] : ['Content-Type: application/sdp']
  const length = `Content-Length: ${Buffer.byteLength(body)}`
  return `${[firstLine, ...headers, ...type, length].join('\r\n')}\r\n\r\n${body}`
}

/** Sound in G.711 at this port. */
/** The type of packets that say which key is pressed (RFC 4733). */
export const KEY_EVENTS = 101

export const describeSound = (address: string, port: number) =>
  [
    'v=0',
    `o=- 1 1 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 0 8 ${KEY_EVENTS}`,
    `a=rtpmap:${KEY_EVENTS} telephone-event/8000`,
    'a=sendrecv',
    '',
  ].join('\r\n')
