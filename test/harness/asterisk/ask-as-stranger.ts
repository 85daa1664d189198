import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

interface StrangeRequest {
  method: string
  /** what the first line asks for, without `sip:` */
  about: string
  from: string
  to: string
  authorization?: string | undefined
  /** sound, by the port that it would go to */
  sound?: (port: number) => string
}

/** Sends a request as a stranger would, and returns the first response that is not provisional. */
export async function askAsStranger(sipPort: number, request: StrangeRequest): Promise<string> {
  const { method, about, from, to, authorization, sound } = request
  const socket = createSocket('udp4')
  try {
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    const body = sound?.(port) ?? ''
    const lines = [
      `${method} sip:${about} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${randomUUID()};rport`,
      `From: <sip:${from}>;tag=${randomUUID()}`,
      `To: <sip:${to}>`,
      `Call-ID: ${randomUUID()}`,
      `CSeq: 1 ${method}`,
      `Contact: <sip:${from.split('@')[0]}@127.0.0.1:${port}>`,
      'Max-Forwards: 70',
      ...(authorization ? [`Authorization: ${authorization}`] : []),
      ...(sound ? ['Content-Type: application/sdp'] : []),
      `Content-Length: ${body.length}`,
    ]
    socket.send(`${lines.join('\r\n')}\r\n\r\n${body}`, sipPort, '127.0.0.1')
    for (;;) {
      const [response] = (await once(socket, 'message', { signal: AbortSignal.timeout(20_000) })) as [Buffer]
      if (!/^SIP\/2.0 1/.test(String(response))) return String(response)
    }
  } finally {
    socket.close()
  }
}
