import { createSocket } from 'node:dgram'

const RESPONSE_TIMEOUT_MS = 20_000

export interface SipRequest {
  method: string
  from: string
  to: string
  /** further header lines */
  headers?: string[]
  /** the address that it is sent from */
  source?: string
}

export interface SipAnswer {
  status: number
  text: string
}

/**
 * Sends one request as it is, right or wrong, and returns its final response. Asterisk asks a phone that registers
 * whether it is there (OPTIONS), often before it answers: other messages than that response are ignored.
 */
export async function sendSip(sipPort: number, sent: SipRequest): Promise<SipAnswer> {
  const { method, from, to, headers = [], source = '127.0.0.1' } = sent
  const socket = createSocket('udp4')
  try {
    await new Promise<void>((done) => socket.bind(0, source, done))
    const { port } = socket.address()
    const id = Math.random().toString(36).slice(2)
    const lines = [
      `${method} sip:${to} SIP/2.0`,
      `Via: SIP/2.0/UDP ${source}:${port};branch=z9hG4bK${id}`,
      `From: <sip:${from}>;tag=${id}`,
      `To: <sip:${to}>`,
      `Call-ID: ${id}@127.0.0.1`,
      `CSeq: 1 ${method}`,
      `Contact: <sip:phone@${source}:${port}>`,
      'Max-Forwards: 70',
      ...headers,
      'Content-Length: 0',
    ]
    const answer = new Promise<string>((done, fail) => {
      socket.on('message', (message) => {
        const received = message.toString('utf8')
        if (/^SIP\/2\.0 [2-6]/.test(received) && received.includes(id)) done(received)
      })
      const failure = new Error(`no response to ${method} from ${from}`)
      setTimeout(fail, RESPONSE_TIMEOUT_MS, failure).unref()
    })
    socket.send(`${lines.join('\r\n')}\r\n\r\n`, sipPort, '127.0.0.1')
    const text = await answer
    return { status: Number(text.slice('SIP/2.0 '.length).slice(0, 3)), text }
  } finally {
    socket.close()
  }
}
