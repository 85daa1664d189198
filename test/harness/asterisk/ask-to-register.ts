import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** Sends a REGISTER as a stranger would, and returns the response. */
async function askToRegister(
  sipPort: number,
  { number, domain }: { number: number; domain: string },
  authorization?: string,
): Promise<string> {
  const socket = createSocket('udp4')
  try {
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const { port } = socket.address()
    const lines = [
      `REGISTER sip:${domain} SIP/2.0`,
      `Via: SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${randomUUID()};rport`,
      `From: <sip:${number}@${domain}>;tag=${randomUUID()}`,
      `To: <sip:${number}@${domain}>`,
      `Call-ID: ${randomUUID()}`,
      'CSeq: 1 REGISTER',
      `Contact: <sip:${number}@127.0.0.1:${port}>`,
      'Max-Forwards: 70',
      ...(authorization ? [`Authorization: ${authorization}`] : []),
      'Content-Length: 0',
    ]
    socket.send(`${lines.join('\r\n')}\r\n\r\n`, sipPort, '127.0.0.1')
    const [response] = (await once(socket, 'message', { signal: AbortSignal.timeout(20_000) })) as [Buffer]
    return String(response)
  } finally {
    socket.close()
  }
}

/** A response without the number, and without what is new each time. */
const shapeOf = (response: string, number: number) =>
  response
    .replaceAll(String(number), 'NUMBER')
    .replaceAll(
      /((?:nonce|opaque)="|(?:tag|branch|rport|received)=|Call-ID: |127\.0\.0\.1:)[^";>\r\n]*/g,
      '$1',
    )

/** How a number is challenged, and how a wrong secret is refused. */
export async function shapesOfRefusal(sipPort: number, number: number, domain: string): Promise<string[]> {
  const challenge = await askToRegister(sipPort, { number, domain })
  const [, nonce] = /nonce="([^"]*)"/.exec(challenge)!
  const [, realm] = /realm="([^"]*)"/.exec(challenge)!
  const guess = `Digest username="${number}", realm="${realm}", nonce="${nonce}", uri="sip:${domain}", response="${'0'.repeat(32)}", algorithm=MD5`
  const refusal = await askToRegister(sipPort, { number, domain }, guess)
  return [shapeOf(challenge, number), shapeOf(refusal, number)]
}
