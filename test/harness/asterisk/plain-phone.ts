import { createHash, randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface PlainPhoneOptions {
  sipPort: number
  number: number
  domain: string
  secret: string
}

/** A phone that does only what a test asks: it registers, subscribes, and keeps the requests that it gets. */
export interface PlainPhone {
  /** the bodies of NOTIFY requests, by event (`message-summary`, `dialog`) */
  notified(event: string): string[]
  /** Sends a request, with a digest if asked for one, and returns the final response. */
  request(method: 'REGISTER' | 'SUBSCRIBE', to: string, headers?: readonly string[]): Promise<string>
  register(seconds?: number): Promise<string>
  /** Subscribes to an event of a number in its own domain. */
  subscribe(number: number, event: string, accept: string): Promise<string>
  stop(): void
}

export async function startPlainPhone(options: PlainPhoneOptions): Promise<PlainPhone> {
  const { sipPort, number, domain, secret } = options
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  const notifications: { event: string; body: string }[] = []
  const waiting = new Map<string, (response: string) => void>()
  const send = (text: string) => socket.send(text, sipPort, '127.0.0.1')

  socket.on('message', (bytes) => {
    const text = String(bytes)
    if (text.startsWith('SIP/2.0')) {
      const status = Number(text.slice(8, 11))
      if (status >= 200) waiting.get(header(text, 'Call-ID') + header(text, 'CSeq'))?.(text)
      return
    }
    if (text.startsWith('NOTIFY')) {
      const event = header(text, 'Event').split(';')[0]!
      notifications.push({ event, body: text.split('\r\n\r\n').slice(1).join('\r\n\r\n') })
    }
    const kept = text.split('\r\n').filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line))
    send(`SIP/2.0 200 OK\r\n${kept.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`)
  })

  async function request(
    method: string,
    to: string,
    headers: readonly string[] = [],
    callId: string = randomUUID(),
    sequence = 1,
    authorization = '',
  ): Promise<string> {
    const uri = method === 'REGISTER' ? `sip:${domain}` : to
    const lines = [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${randomUUID()};rport`,
      `From: <sip:${number}@${domain}>;tag=${callId.slice(0, 8)}`,
      `To: <${to}>`,
      `Call-ID: ${callId}`,
      `CSeq: ${sequence} ${method}`,
      `Contact: <sip:${number}@127.0.0.1:${port}>`,
      'Max-Forwards: 70',
      ...headers,
      ...(authorization ? [authorization] : []),
      'Content-Length: 0',
    ]
    const response = await new Promise<string>((done, failed) => {
      const patience = setTimeout(() => failed(new Error(`No response to ${method} ${to}`)), 20_000)
      waiting.set(`${callId}${sequence} ${method}`, (text) => {
        clearTimeout(patience)
        done(text)
      })
      send(`${lines.join('\r\n')}\r\n\r\n`)
    })
    if (sequence > 1 || !response.startsWith('SIP/2.0 401')) return response
    const answer = digest(header(response, 'WWW-Authenticate'), method, uri)
    return request(method, to, headers, callId, sequence + 1, answer)
  }

  function digest(challenge: string, method: string, uri: string): string {
    const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? ''
    const [realm, nonce, opaque] = [part('realm'), part('nonce'), part('opaque')]
    const ha1 = md5(`${number}:${realm}:${secret}`)
    const response = md5(`${ha1}:${nonce}:00000001:abcd:auth:${md5(`${method}:${uri}`)}`)
    return `Authorization: Digest username="${number}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5, opaque="${opaque}", qop=auth, nc=00000001, cnonce="abcd"`
  }

  return {
    notified: (event) => notifications.filter((one) => one.event === event).map(({ body }) => body),
    request: (method, to, headers) => request(method, to, headers),
    register: (seconds = 600) => request('REGISTER', `sip:${number}@${domain}`, [`Expires: ${seconds}`]),
    subscribe: (other, event, accept) =>
      request('SUBSCRIBE', `sip:${other}@${domain}`, [
        `Event: ${event}`,
        `Accept: ${accept}`,
        'Expires: 600',
      ]),
    stop: () => socket.close(),
  }
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const header = (text: string, name: string) =>
  new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(text)?.[1]?.trim() ?? ''
