import { createHash, randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { WebSocket } from 'ws'

export interface PlainPhoneOptions {
  sipPort: number
  /** connects there instead of by UDP */
  webSocket?: string
  number: number
  /** as the phone writes it */
  domain: string
  secret: string
  /** where it sends from, on the loopback */
  address?: string
  /** where it says that it is, if not there: `192.168.77.50:5060` */
  contact?: string
}

export interface PlainPhone {
  port: number
  /** requests that it has received, as `INVITE sip:...` with all headers */
  requests: string[]
  /** Registers, and returns the status of the last response. */
  register(): Promise<number>
  /** Answers requests: a method, and lines of the response with its body. The others are answered with 200. */
  answer(method: string, response: (request: string) => string): void
  close(): Promise<void>
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** A phone of our own hand, for what real ones do not do on the loopback. */
export async function createPlainPhone(options: PlainPhoneOptions): Promise<PlainPhone> {
  const { number, domain, secret, address = '127.0.0.1' } = options
  const line = await (options.webSocket
    ? openWebSocket(options.webSocket)
    : openUdp(options.sipPort, address))
  const { port, protocol } = line
  const contact = options.contact ?? `${address}:${port}`
  const requests: string[] = []
  const answers = new Map<string, (request: string) => string>()
  const responses = new Map<string, (response: string) => void>()

  line.onMessage((text) => {
    if (text.startsWith('SIP/2.0 ')) {
      responses.get(headerOf(text, 'Call-ID'))?.(text)
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

  async function ask(sequence: number, callId: string, authorization: string): Promise<string> {
    const lines = [
      `REGISTER sip:${domain} SIP/2.0`,
      `Via: SIP/2.0/${protocol} ${contact};branch=z9hG4bK${randomUUID()};rport`,
      `From: <sip:${number}@${domain}>;tag=${port}`,
      `To: <sip:${number}@${domain}>`,
      `Call-ID: ${callId}`,
      `CSeq: ${sequence} REGISTER`,
      `Contact: <sip:${number}@${contact};transport=${protocol.toLowerCase()}>;expires=60`,
      'Max-Forwards: 70',
      ...(authorization ? [`Authorization: ${authorization}`] : []),
      'Content-Length: 0',
    ]
    return new Promise((done, failed) => {
      const timer = setTimeout(() => failed(new Error('No response came')), 20_000)
      responses.set(callId, (response) => {
        clearTimeout(timer)
        responses.delete(callId)
        done(response)
      })
      line.send(`${lines.join('\r\n')}\r\n\r\n`)
    })
  }

  function digest(challenge: string): string {
    const [, nonce] = /nonce="([^"]*)"/.exec(challenge)!
    const [, realm] = /realm="([^"]*)"/.exec(challenge)!
    const uri = `sip:${domain}`
    const [ha1, ha2] = [md5(`${number}:${realm}:${secret}`), md5(`REGISTER:${uri}`)]
    const response = md5(`${ha1}:${nonce}:00000001:abc:auth:${ha2}`)
    return `Digest username="${number}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}", algorithm=MD5, qop=auth, nc=00000001, cnonce="abc"`
  }

  return {
    port,
    requests,
    async register() {
      const callId = randomUUID()
      const challenge = await ask(1, callId, '')
      if (!challenge.startsWith('SIP/2.0 401 ')) return statusOf(challenge)
      return statusOf(await ask(2, callId, digest(challenge)))
    },
    answer: (method, response) => answers.set(method, response),
    close: line.close,
  }
}

interface Line {
  protocol: 'UDP' | 'WS'
  port: number
  send(text: string): void
  onMessage(listener: (text: string) => void): void
  close(): Promise<void>
}

async function openUdp(sipPort: number, address: string): Promise<Line> {
  const socket = createSocket('udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  return {
    protocol: 'UDP',
    port: socket.address().port,
    send: (text) => socket.send(text, sipPort, '127.0.0.1'),
    onMessage: (listener) => socket.on('message', (bytes) => listener(String(bytes))),
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

async function openWebSocket(url: string): Promise<Line> {
  const socket = new WebSocket(url, 'sip', { rejectUnauthorized: false })
  await once(socket, 'open')
  return {
    protocol: 'WS',
    port: 5060,
    send: (text) => socket.send(text),
    onMessage: (listener) => socket.on('message', (bytes) => listener(String(bytes))),
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

const statusOf = (response: string) => Number(response.slice(8, 11))

function headerOf(message: string, name: string): string {
  return new RegExp(`^${name}: *(.*?)\r?$`, 'im').exec(message)?.[1] ?? ''
}
