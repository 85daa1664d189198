import { setTimeout as pause } from 'node:timers/promises'
import type { Pdu } from 'smpp'
import type { Logger } from '../../../../platform/log.ts'
import { openSmppConnection, type SmppConnection } from './smpp-connection.ts'
import type { SmppAddress, SmppTiming } from './smpp-options.ts'

export interface SmppLink {
  /** undefined while there is none */
  connection(): SmppConnection | undefined
  /** Resolves after the first try: an SMSC that is away must not keep the server from starting. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface SmppLinkParts {
  readonly address: SmppAddress
  readonly timing: SmppTiming
  readonly log: Logger
  onDeliver(pdu: Pdu, connection: SmppConnection): void
  onEnd(connection: SmppConnection): void
}

/** Keeps one bound connection, and opens another whenever it ends. */
export function createSmppLink(parts: SmppLinkParts): SmppLink {
  const { address, timing, log } = parts
  // Never the password, nor the address as it was written.
  const peer = `${address.systemId}@${address.host}:${address.port}`
  const givingUp = new AbortController()
  let stopping = false
  let current: SmppConnection | undefined
  let running: Promise<void> | undefined

  async function keepConnected(firstTry: () => void): Promise<void> {
    let failures = 0
    while (!stopping) {
      try {
        const connection = await openSmppConnection({
          address,
          timing,
          log,
          signal: givingUp.signal,
          onDeliver: parts.onDeliver,
        })
        log.info({ peer }, 'bound to the SMSC')
        failures = 0
        current = connection
        firstTry()
        await connection.ended
        current = undefined
        parts.onEnd(connection)
        if (!stopping) log.warn({ peer }, 'the connection to the SMSC ended')
      } catch (error) {
        if (!stopping) log.warn({ peer, reason: (error as Error).message }, 'no SMSC')
      }
      firstTry()
      await pause(backOff(failures, timing), undefined, { signal: givingUp.signal }).catch(() => undefined)
      failures += 1
    }
  }

  return {
    connection: () => current,
    async start() {
      await new Promise<void>((firstTry) => {
        running = keepConnected(firstTry)
      })
    },
    async stop() {
      stopping = true
      await current?.end()
      // What is not bound yet, and the pause before the next try.
      givingUp.abort()
      await running
    },
  }
}

/** Twice as long after every failure, up to a bound; by chance between half and all of it. */
function backOff(failures: number, timing: SmppTiming): number {
  const most = Math.min(timing.reconnectFirstMs * 2 ** Math.min(failures, 20), timing.reconnectMostMs)
  return most / 2 + (Math.random() * most) / 2
}
