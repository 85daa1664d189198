import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Sends an INVITE as a stranger would, and returns the first response that is not provisional. */
export async function askToCall(
  sipPort: number,
  { from, to }: { from: string; to: string },
  authorization?: string,
): Promise<string> {
  const socket = createSocket('udp4')
  try {
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    const sound = [
      'v=0',
      'o=- 1 1 IN IP4 127.0.0.1',
      's=-',
      'c=IN IP4 127.0.0.1',
      't=0 0',
      `m=audio ${port} RTP/AVP 0`,
      '',
    ].join('\r\n')
    const lines = [
      `INVITE sip:${to} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${randomUUID()};rport`,
      `From: <sip:${from}>;tag=${randomUUID()}`,
      `To: <sip:${to}>`,
      `Call-ID: ${randomUUID()}`,
      'CSeq: 1 INVITE',
      `Contact: <sip:127.0.0.1:${port}>`,
      'Max-Forwards: 70',
      ...(authorization ? [`Authorization: ${authorization}`] : []),
      'Content-Type: application/sdp',
      `Content-Length: ${sound.length}`,
    ]
    socket.send(`${lines.join('\r\n')}\r\n\r\n${sound}`, sipPort, '127.0.0.1')
    for (;;) {
      const [response] = (await once(socket, 'message', { signal: AbortSignal.timeout(20_000) })) as [Buffer]
      if (!/^SIP\/2.0 1/.test(String(response))) return String(response)
    }
  } finally {
    socket.close()
  }
}
