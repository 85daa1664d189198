import { createHash, randomUUID } from 'node:crypto'
import { openUdpLine, openWebSocketLine } from './sip-line.ts'
import { describeSound } from './sip-message.ts'

export interface PlainPhoneOptions {
  sipPort: number
  /** connects there instead of by UDP */
  webSocket?: string
  /** of the handshake */
  headers?: Record<string, string>
  number: number
  /** its name at the domain, if not the number */
  user?: string
  /** as the phone writes it */
  domain: string
  secret: string
  /** where it sends from, on the loopback */
  address?: string
  /** where it says that it is, if not there: `192.168.77.50:5060` */
  contact?: string
}

/** A phone that does only what a test asks. Its requests return the status of the last response. */
export interface PlainPhone {
  port: number
  /** requests that it has received, as `INVITE sip:...` with all headers */
  requests: string[]
  register(seconds?: number): Promise<number>
  /** Subscribes to an event of a number in its own domain. */
  subscribe(number: number, event: string, accept: string): Promise<number>
  /** Calls a number in its own domain. Returns the whole response; the call ends when Asterisk misses the ACK. */
  call(number: number | string): Promise<string>
  /** Asks to transfer the call of an INVITE that it has received, with further headers. */
  refer(invite: string, to: string, ...headers: string[]): Promise<number>
  /** the bodies of NOTIFY requests, by event (`message-summary`, `dialog`) */
  notified(event: string): string[]
  /** Answers requests: a method, and lines of the response with its body. The others are answered with 200. */
  answer(method: string, response: (request: string) => string): void
  /** the code with which the other end has closed the connection */
  closedBy(): number | undefined
  close(): Promise<void>
}

interface SipRequest {
  method: string
  uri: string
  to: string
  callId: string
  headers: readonly string[]
  body?: string
  /** in a call: the own end */
  from?: string
}

/** A phone of our own hand, for what real ones do not do on the loopback. */
export async function createPlainPhone(options: PlainPhoneOptions): Promise<PlainPhone> {
  const { domain, secret, address = '127.0.0.1' } = options
  const number = options.user ?? options.number
  const line = await (options.webSocket
    ? openWebSocketLine(options.webSocket, options.headers)
    : openUdpLine(options.sipPort, address))
  const { port, protocol } = line
  const contact = options.contact ?? `${address}:${port}`
  const requests: string[] = []
  const answers = new Map<string, (request: string) => string>()
  const responses = new Map<string, (response: string) => void>()

  line.onMessage((text) => {
    if (text.startsWith('SIP/2.0 ')) {
      if (statusOf(text) >= 200) responses.get(headerOf(text, 'Call-ID'))?.(text)
      return
    }
    requests.push(text)
    const method = text.split(' ', 1)[0]!
    if (method === 'ACK') return
    const copied = ['Via', 'From', 'Call-ID', 'CSeq'].map((name) => `${name}: ${headerOf(text, name)}`)
    const to = `To: ${headerOf(text, 'To')}${/;tag=/.test(headerOf(text, 'To')) ? '' : `;tag=${port}`}`
    const [status, ...more] = (answers.get(method)?.(text) ?? '200 OK').split('\r\n')
    const rest = more.length > 0 ? more : ['Content-Length: 0', '', '']
    const lines = [`SIP/2.0 ${status}`, ...copied, to, `Contact: <sip:${number}@${contact}>`, ...rest]
    line.send(lines.join('\r\n'))
  })

  function ask(
    { method, uri, to, callId, headers, body = '', from = `<sip:${number}@${domain}>` }: SipRequest,
    sequence: number,
  ): Promise<string> {
    const lines = [
      `${method} ${uri} SIP/2.0`,
      `Via: SIP/2.0/${protocol} ${contact};branch=z9hG4bK${randomUUID()};rport`,
      `From: ${from};tag=${port}`,
      `To: ${to.startsWith('sip:') ? `<${to}>` : to}`,
      `Call-ID: ${callId}`,
      `CSeq: ${sequence} ${method}`,
      `Contact: <sip:${number}@${contact};transport=${protocol.toLowerCase()}>`,
      'Max-Forwards: 70',
      ...headers,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    return new Promise((done, failed) => {
      const timer = setTimeout(() => failed(new Error(`No response to ${method} came`)), 20_000)
      responses.set(callId, (response) => {
        clearTimeout(timer)
        responses.delete(callId)
        done(response)
      })
      line.send(`${lines.join('\r\n')}\r\n\r\n${body}`)
    })
  }

  /** Sends a request, with a digest if asked for one. */
  async function send(method: string, uri: string, to: string, headers: readonly string[]): Promise<number> {
    const request = { method, uri, to, callId: randomUUID(), headers }
    const first = await ask(request, 1)
    if (statusOf(first) !== 401) return statusOf(first)
    const digest = answerChallenge(headerOf(first, 'WWW-Authenticate'), { number, secret, method, uri })
    return statusOf(await ask({ ...request, headers: [...headers, `Authorization: ${digest}`] }, 2))
  }

  return {
    port,
    requests,
    register: (seconds = 60) =>
      send('REGISTER', `sip:${domain}`, `sip:${number}@${domain}`, [`Expires: ${seconds}`]),
    subscribe(other, event, accept) {
      const uri = `sip:${other}@${domain}`
      return send('SUBSCRIBE', uri, uri, [`Event: ${event}`, `Accept: ${accept}`, 'Expires: 600'])
    },
    async call(other) {
      const uri = `sip:${other}@${domain}`
      const headers = ['Content-Type: application/sdp']
      const request = { method: 'INVITE', uri, to: uri, headers, body: describeSound(address, port) }
      const first = await ask({ ...request, callId: randomUUID() }, 1)
      const digest = answerChallenge(headerOf(first, 'WWW-Authenticate'), {
        number,
        secret,
        method: 'INVITE',
        uri,
      })
      const authorized = [...headers, `Authorization: ${digest}`]
      // Another call: the first response is repeated until it gets an ACK.
      return ask({ ...request, callId: randomUUID(), headers: authorized }, 1)
    },
    async refer(invite, target, ...headers) {
      const request = {
        method: 'REFER',
        uri: /<(.*)>/.exec(headerOf(invite, 'Contact'))![1]!,
        from: headerOf(invite, 'To'),
        to: headerOf(invite, 'From'),
        callId: headerOf(invite, 'Call-ID'),
        headers: [`Refer-To: <${target}>`, ...headers],
      }
      return statusOf(await ask(request, 1))
    },
    notified: (event) =>
      requests
        .filter((text) => text.startsWith('NOTIFY ') && headerOf(text, 'Event').split(';')[0] === event)
        .map((text) => text.split('\r\n\r\n').slice(1).join('\r\n\r\n')),
    answer: (method, response) => answers.set(method, response),
    closedBy: line.closedBy,
    close: line.close,
  }
}

interface DigestInput {
  number: number | string
  secret: string
  method: string
  uri: string
}

function answerChallenge(challenge: string, { number, secret, method, uri }: DigestInput): string {
  const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? ''
  const [realm, nonce, opaque] = [part('realm'), part('nonce'), part('opaque')]
  const [ha1, ha2] = [md5(`${number}:${realm}:${secret}`), md5(`${method}:${uri}`)]
  const response = md5(`${ha1}:${nonce}:00000001:abc:auth:${ha2}`)
  return `Digest username="${number}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5, opaque="${opaque}", qop=auth, nc=00000001, cnonce="abc"`
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const statusOf = (response: string) => Number(response.slice(8, 11))

function headerOf(message: string, name: string): string {
  return new RegExp(`^${name}: *(.*?)\r?$`, 'im').exec(message)?.[1] ?? ''
}
