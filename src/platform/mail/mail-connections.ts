import { networkOf } from '../limits/network-of.ts'
import { MailRefusal } from '../parsers/mail-refusal.ts'

/** Limits of a connection. Tests use smaller ones. */
export interface MailLimits {
  readonly connections: number
  /** from one address (IPv6: one /64 network) */
  readonly connectionsPerNetwork: number
  /** before a mail begins: after connecting, and after the mail before */
  readonly waitingMs: number
  /** without any data */
  readonly silentMs: number
  /** in total, so that a client that sends a byte now and then cannot block others for ever */
  readonly connectionMs: number
}

/** A relay opens at most 20 connections by default (Postfix), and sends its mail at once. */
export const mailLimits: MailLimits = {
  connections: 100,
  connectionsPerNetwork: 20,
  waitingMs: 20_000,
  silentMs: 60_000,
  connectionMs: 900_000,
}

/** What the library offers of a connection. */
interface Connection {
  readonly session: Session
  send(code: number, text: string): void
}

export interface Session {
  readonly id: string
  readonly remoteAddress: string
}

interface Admitted {
  connection: Connection
  network: string
  /** set while it sends no mail */
  waiting: NodeJS.Timeout | undefined
  end: NodeJS.Timeout
}

/**
 * The connections of a mail port. Clients that send no mail cannot keep others out: they are closed soon, an address has
 * few connections, and if the port is full, the one that has been waiting for longest makes room.
 */
export class MailConnections {
  readonly #limits: MailLimits
  /** The oldest is first. */
  readonly #admitted = new Map<string, Admitted>()

  constructor(limits: MailLimits) {
    this.#limits = limits
  }

  /** Throws MailRefusal if there is no room for it. */
  admit(connection: Connection): void {
    const { connections, connectionsPerNetwork, connectionMs } = this.#limits
    const { id, remoteAddress } = connection.session
    const network = networkOf(remoteAddress)
    const own = [...this.#admitted.values()].filter((other) => other.network === network)
    if (own.length >= connectionsPerNetwork) {
      throw new MailRefusal(421, 'Too many connections from your address; try again later')
    }
    if (this.#admitted.size >= connections && !this.#makeRoom()) {
      throw new MailRefusal(421, 'Too many connections; try again later')
    }
    const end = setTimeout(() => connection.send(421, 'The connection took too long'), connectionMs)
    this.#admitted.set(id, { connection, network, waiting: undefined, end })
    this.wait(connection.session)
  }

  /** The client has begun to send a mail. */
  begin({ id }: Session): void {
    const admitted = this.#admitted.get(id)
    if (!admitted) return
    clearTimeout(admitted.waiting)
    admitted.waiting = undefined
  }

  /** The client has sent no mail yet, or its mail has ended. */
  wait(session: Session): void {
    this.begin(session)
    const admitted = this.#admitted.get(session.id)
    if (admitted) admitted.waiting = setTimeout(() => this.#close(admitted), this.#limits.waitingMs)
  }

  remove({ id }: Session): void {
    const admitted = this.#admitted.get(id)
    if (!admitted) return
    clearTimeout(admitted.waiting)
    clearTimeout(admitted.end)
    this.#admitted.delete(id)
  }

  /** Closes the connection that has waited for longest, from the address with the most. */
  #makeRoom(): boolean {
    const waiting = [...this.#admitted.values()].filter((one) => one.waiting !== undefined)
    const counts = new Map<string, number>()
    for (const { network } of waiting) counts.set(network, (counts.get(network) ?? 0) + 1)
    const max = Math.max(...counts.values())
    const oldest = waiting.find(({ network }) => counts.get(network) === max)
    if (oldest) this.#close(oldest)
    return oldest !== undefined
  }

  /** The library ends a connection after this response, even if the client does not close its side. */
  #close({ connection }: Admitted): void {
    this.remove(connection.session)
    connection.send(421, 'No mail came in time')
  }
}
