import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { WebSocket } from 'ws'

/** How a phone of our own hand reaches Asterisk. */
export interface SipLine {
  protocol: 'UDP' | 'WS'
  port: number
  send(text: string): void
  onMessage(listener: (text: string) => void): void
  /** the code with which the other end has closed it */
  closedBy(): number | undefined
  close(): Promise<void>
}

export async function openUdpLine(sipPort: number, address: string): Promise<SipLine> {
  const socket = createSocket('udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  return {
    protocol: 'UDP',
    port: socket.address().port,
    send: (text) => socket.send(text, sipPort, '127.0.0.1'),
    onMessage: (listener) => socket.on('message', (bytes) => listener(String(bytes))),
    closedBy: () => undefined,
    async close() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

export async function openWebSocketLine(url: string, headers: Record<string, string> = {}): Promise<SipLine> {
  const socket = new WebSocket(url, 'sip', { rejectUnauthorized: false, headers })
  await once(socket, 'open')
  let code: number | undefined
  socket.once('close', (given) => {
    code = given
  })
  return {
    protocol: 'WS',
    port: 5060,
    send: (text) => socket.send(text),
    onMessage: (listener) => socket.on('message', (bytes) => listener(String(bytes))),
    closedBy: () => code,
    async close() {
      if (socket.readyState === WebSocket.CLOSED) return
      socket.close()
      await once(socket, 'close')
    },
  }
}
