import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface AnsweringPort {
  port: number
  stop(): void
}

/** A port where every SIP request is answered with 200, as a phone answers Asterisk's queries. */
export async function startAnsweringPort(): Promise<AnsweringPort> {
  const socket = createSocket('udp4')
  socket.on('message', (message, { address, port }) => {
    const [request, ...lines] = String(message).split('\r\n\r\n')[0]!.split('\r\n')
    if (request!.startsWith('SIP/2.0')) return
    const kept = lines.filter((line) => /^(Via|From|To|Call-ID|CSeq):/i.test(line))
    const answer = ['SIP/2.0 200 OK', ...kept, 'Content-Length: 0', '', '']
    socket.send(answer.join('\r\n'), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, stop: () => socket.close() }
}
