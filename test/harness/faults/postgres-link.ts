import { connect, createServer, type Socket } from 'node:net'

/** A way to PostgreSQL that can be disturbed. */
export interface PostgresLink {
  /** the database by this way */
  readonly url: string
  /** Nothing passes until `mend`. Then it all arrives, as when TCP sends it again. */
  cut(): void
  /** Connections are accepted and read, but nothing ever comes back. They are broken by `mend`. */
  halfOpen(): void
  /** Makes one connection half open: the one that PostgreSQL sees from this port. */
  deafen(port: number): void
  /** Delays every packet by this much, in each direction. */
  slow(milliseconds: number): void
  mend(): void
  stop(): Promise<void>
}

type Mode = 'open' | 'cut' | 'half-open' | 'slow'

/** One direction of a connection: keeps the order under any delay. */
class Direction {
  readonly #queue: { at: number; deliver: () => void }[] = []
  #timer: NodeJS.Timeout | undefined
  isHeld = false

  push(delay: number, deliver: () => void): void {
    const at = Math.max(performance.now() + delay, this.#queue.at(-1)?.at ?? 0)
    this.#queue.push({ at, deliver })
    this.pump()
  }

  pump(): void {
    clearTimeout(this.#timer)
    while (!this.isHeld && this.#queue.length > 0) {
      const wait = this.#queue[0]!.at - performance.now()
      if (wait > 0) {
        this.#timer = setTimeout(() => this.pump(), wait)
        return
      }
      this.#queue.shift()!.deliver()
    }
  }
}

export async function openPostgresLink(databaseUrl: string): Promise<PostgresLink> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const directions = new Set<Direction>()
  const deaf = new Set<Socket>()
  const upstreams = new Map<Socket, Socket>()
  let mode: Mode = 'open'
  let delay = 0

  function carry(from: Socket, to: Socket, isAnswer: boolean) {
    const direction = new Direction()
    direction.isHeld = mode === 'cut'
    directions.add(direction)
    sockets.add(from)
    from.on('error', () => {})
    from.on('data', (piece) => {
      if (isAnswer && mode === 'half-open') deaf.add(from).add(to)
      if (!isAnswer || !deaf.has(from)) direction.push(delay, () => to.write(piece))
    })
    from.on('close', () => {
      sockets.delete(from)
      direction.push(delay, () => {
        directions.delete(direction)
        to.destroy()
      })
    })
  }

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    upstreams.set(upstream, client)
    upstream.once('close', () => upstreams.delete(upstream))
    carry(client, upstream, false)
    carry(upstream, client, true)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`

  function change(next: Mode, milliseconds = 0) {
    mode = next
    delay = milliseconds
    for (const socket of deaf) socket.destroy()
    deaf.clear()
    for (const direction of directions) {
      direction.isHeld = mode === 'cut'
      direction.pump()
    }
  }

  return {
    url: url.href,
    cut: () => change('cut'),
    halfOpen: () => change('half-open'),
    deafen(port) {
      for (const [upstream, client] of upstreams)
        if (upstream.localPort === port) deaf.add(upstream).add(client)
    },
    slow: (milliseconds) => change('slow', milliseconds),
    mend: () => change('open'),
    async stop() {
      change('open')
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
