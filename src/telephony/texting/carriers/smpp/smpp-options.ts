import type { Clock } from '../../../../platform/clock.ts'
import type { Logger } from '../../../../platform/logging/log.ts'

export interface SmppOptions {
  readonly address: SmppAddress
  readonly log: Logger
  readonly clock?: Clock
  /** for inbound numbers without a country code */
  readonly defaultCountry?: string
  /** how many submits may be in flight */
  readonly window?: number
  readonly timing?: Partial<SmppTiming>
  /** called when the connection is there, and with the reason when it is not */
  readonly onState?: (problem: string | null) => void
}

export interface SmppTiming {
  /** after this time without a response the peer is considered dead */
  readonly responseMs: number
  readonly enquireMs: number
  readonly reconnectFirstMs: number
  readonly reconnectMostMs: number
  /** how long the response to a part waits for the other parts, so that none is lost in a crash */
  readonly holdPartMs: number
  /** how long parts wait for missing ones */
  readonly keepPartsMs: number
  /** how long `delivered` of the last part waits for the receipts of the other parts */
  readonly awaitReceiptsMs: number
  readonly sweepMs: number
  readonly stopMs: number
}

export const usualTiming: SmppTiming = {
  responseMs: 10_000,
  enquireMs: 30_000,
  reconnectFirstMs: 1000,
  reconnectMostMs: 60_000,
  holdPartMs: 2000,
  keepPartsMs: 10 * 60_000,
  awaitReceiptsMs: 10 * 60_000,
  sweepMs: 10_000,
  stopMs: 2000,
}

export interface SmppAddress {
  readonly host: string
  readonly port: number
  readonly systemId: string
  readonly password: string
  readonly tls?: boolean
  /** A host that a company names must not lead into our own network. */
  readonly onlyPublic?: boolean
}

/** smpp://system_id:password@host:port, or smpps:// for TLS. The error does not contain the address, which includes the password. */
export function readSmppAddress(url: string): SmppAddress {
  try {
    const { protocol, hostname, port, username, password } = new URL(url)
    const tls = protocol === 'smpps:'
    if ((tls || protocol === 'smpp:') && hostname !== '' && username !== '')
      return {
        host: hostname.replace(/^\[|\]$/g, ''),
        port: port === '' ? (tls ? 3550 : 2775) : Number(port),
        systemId: decodeURIComponent(username),
        password: decodeURIComponent(password),
        tls,
      }
  } catch {
    // Not a URL at all: the same error.
  }
  throw new Error('The address of the SMSC must be smpp://system_id:password@host:port, or smpps:// with TLS')
}
