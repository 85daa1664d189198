import { createSocket } from 'node:dgram'

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
  /** 0 when there was no answer */
  status: number
  text: string
}

/** Sends one request as it is, right or wrong, and returns the answer. */
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
    const answer = new Promise<string>((done) => {
      socket.once('message', (message) => done(message.toString('utf8')))
      setTimeout(() => done(''), 2000).unref()
    })
    socket.send(`${lines.join('\r\n')}\r\n\r\n`, sipPort, '127.0.0.1')
    const text = await answer
    return { status: Number(/^SIP\/2\.0 (\d{3})/.exec(text)?.[1] ?? 0), text }
  } finally {
    socket.close()
  }
}
