import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Free for UDP and for TCP, and the one after it too: some phones take a pair. */
export async function freeSipPort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    // Below the range of ephemeral ports.
    const port = 16_384 + 2 * Math.floor(Math.random() * 8_000)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error('There is no free pair of ports')
}

const isFree = async (port: number) => (await takesTcp(port)) && (await takesUdp(port))

function takesTcp(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer()
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)))
  })
}

function takesUdp(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = createSocket('udp4')
    socket.once('error', () => done(false))
    socket.bind(port, '127.0.0.1', () => socket.close(() => done(true)))
  })
}
