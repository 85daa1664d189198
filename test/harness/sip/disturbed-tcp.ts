import { connect, createServer, type Socket } from 'node:net'

export interface DisturbedTcp {
  port: number
  /** Breaks all connections, and makes no new ones until `mend`. */
  cut(): void
  /** Keeps back what the server sends until `mend`, after this many pieces. */
  hold(after?: number): void
  mend(): void
  /** how many pieces are kept back */
  held(): number
  stop(): Promise<void>
}

/** A way to a TCP server of the loopback address that can be disturbed. */
export async function startDisturbedTcp(targetPort: number): Promise<DisturbedTcp> {
  let mode: 'open' | 'cut' | 'hold' = 'open'
  let passing = 0
  let kept: (() => void)[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    if (mode === 'cut') {
      client.destroy()
      return
    }
    const target = connect(targetPort, '127.0.0.1')
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    client.on('data', (piece) => target.write(piece))
    target.on('data', (piece) => {
      if (mode === 'hold' && passing <= 0) kept.push(() => client.write(piece))
      else client.write(piece)
      passing -= 1
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    mode = 'cut'
    kept = []
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    cut,
    hold(after = 0) {
      mode = 'hold'
      passing = after
    },
    mend() {
      mode = 'open'
      for (const send of kept) send()
      kept = []
    },
    held: () => kept.length,
    async stop() {
      cut()
      await new Promise((done) => server.close(done))
    },
  }
}
