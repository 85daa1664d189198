import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

export type ProviderTransport = 'udp' | 'tcp' | 'tls'

/** Where a provider is reached. */
export interface ProviderLine {
  readonly port: number
  /** By TCP and TLS, to the client that has connected last: providers use the connection of the registration. */
  send(text: string, port: number, address: string): void
  onMessage(listener: (text: string, answer: (text: string) => void) => void): void
  /** Ends all connections. */
  drop(): void
  close(): void
}

export async function openProviderLine(
  address: string,
  transport: ProviderTransport,
  files: { certFile: string; keyFile: string } | undefined,
): Promise<ProviderLine> {
  if (transport === 'udp') return openUdp(address)
  const server =
    transport === 'tcp'
      ? createServer()
      : createTlsServer({ cert: readFileSync(files!.certFile), key: readFileSync(files!.keyFile) })
  const connections = new Set<Socket>()
  const listeners: ((text: string, answer: (text: string) => void) => void)[] = []
  server.on(transport === 'tcp' ? 'connection' : 'secureConnection', (socket: Socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket)).on('error', () => {})
    const answer = (text: string) => void socket.write(text)
    let rest = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      const { messages, rest: incomplete } = splitMessages(rest + text)
      rest = incomplete
      for (const message of messages) for (const listener of listeners) listener(message, answer)
    })
  })
  server.listen(0, address)
  await once(server, 'listening')
  const drop = () => {
    for (const socket of connections) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    send: (text) => void [...connections].at(-1)?.write(text),
    onMessage: (listener) => void listeners.push(listener),
    drop,
    close() {
      drop()
      server.close()
    },
  }
}

/** Between messages there may be empty lines, which keep the connection open. */
function splitMessages(text: string): { messages: string[]; rest: string } {
  const messages: string[] = []
  let rest = text
  for (;;) {
    rest = rest.replace(/^[\r\n]+/, '')
    const head = rest.indexOf('\r\n\r\n')
    if (head < 0) return { messages, rest }
    const length = Number(/^(?:Content-Length|l) *: *(\d+)/im.exec(rest.slice(0, head))?.[1] ?? 0)
    const end = head + 4 + length
    if (rest.length < end) return { messages, rest }
    messages.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
}

async function openUdp(address: string): Promise<ProviderLine> {
  const socket = createSocket('udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  return {
    port: socket.address().port,
    send: (text, port, host) => socket.send(text, port, host),
    onMessage: (listener) =>
      void socket.on('message', (bytes, from) =>
        listener(String(bytes), (text) => socket.send(text, from.port, from.address)),
      ),
    drop: () => {},
    close: () => void socket.close(),
  }
}
