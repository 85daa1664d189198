import { setTimeout as pause } from 'node:timers/promises'
import type { Pdu } from 'smpp'
import type { Logger } from '../../../../platform/log.ts'
import { openSmppConnection, type SmppConnection } from './smpp-connection.ts'
import type { SmppAddress, SmppTiming } from './smpp-options.ts'

export interface SmppLink {
  /** undefined while there is no connection */
  connection(): SmppConnection | undefined
  /** Resolves after the first attempt: an unreachable SMSC must not prevent the server from starting. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface SmppLinkParts {
  readonly address: SmppAddress
  readonly timing: SmppTiming
  readonly log: Logger
  readonly onState?: ((problem: string | null) => void) | undefined
  onDeliver(pdu: Pdu, connection: SmppConnection): void
  onEnd(connection: SmppConnection): void
}

/** Maintains one bound connection, and reconnects whenever it ends. */
export function createSmppLink(parts: SmppLinkParts): SmppLink {
  const { address, timing, log } = parts
  // Never log the password, nor the address that contains it.
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
        parts.onState?.(null)
        firstTry()
        await connection.ended
        current = undefined
        parts.onEnd(connection)
        if (!stopping) log.warn({ peer }, 'the connection to the SMSC ended')
        parts.onState?.('The SMSC ended the connection')
      } catch (error) {
        const reason = (error as Error).message
        if (!stopping) log.warn({ peer, reason }, 'no SMSC')
        parts.onState?.(reason)
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
      // Aborts a pending bind, and the pause before the next attempt.
      givingUp.abort()
      await running
    },
  }
}

/** Exponential backoff up to a limit, with jitter between half and all of it. */
function backOff(failures: number, timing: SmppTiming): number {
  const most = Math.min(timing.reconnectFirstMs * 2 ** Math.min(failures, 20), timing.reconnectMostMs)
  return most / 2 + (Math.random() * most) / 2
}
