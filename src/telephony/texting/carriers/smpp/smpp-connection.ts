import { isIP } from 'node:net'
import type { Pdu, PduFields, Session } from 'smpp'
import type { Logger } from '../../../../platform/logging/log.ts'
import {
  isPublicAddress,
  lookupPublic,
  PrivateAddress,
} from '../../../../platform/outgoing/public-address.ts'
import { CarrierFailure } from '../carrier.ts'
import { rawSmpp, statusName } from './raw-smpp.ts'
import type { SmppAddress, SmppTiming } from './smpp-options.ts'
import { notBound } from './submit-failure.ts'

/** What we keep of our responses for an SMSC that sends requests and reads nothing. */
const MAX_UNREAD_BYTES = 1_000_000

/** One bound session. When it ends, a new one is opened. */
export interface SmppConnection {
  /** The response, whatever its status. Throws a temporary CarrierFailure if none comes. */
  request(command: string, fields?: PduFields): Promise<Pdu>
  answer(pdu: Pdu, status: number): void
  /** Unbinds and closes. */
  end(): Promise<void>
  readonly ended: Promise<void>
}

interface Opening {
  readonly address: SmppAddress
  readonly timing: SmppTiming
  readonly log: Logger
  readonly signal: AbortSignal
  onDeliver(pdu: Pdu, connection: SmppConnection): void
}

interface Pending {
  answer(pdu: Pdu): void
  fail(failure: CarrierFailure): void
}

/** Connects and binds as a transceiver. Throws if the SMSC is unreachable, does not respond or refuses. */
export async function openSmppConnection(opening: Opening): Promise<SmppConnection> {
  const { address, timing, log, signal } = opening
  const session = connect(address)
  const pending = new Map<number, Pending>()
  let enquiring: NodeJS.Timeout | undefined
  let problem: Error | undefined

  const ended = new Promise<void>((resolve) => {
    session.on('close', () => {
      clearInterval(enquiring)
      signal.removeEventListener('abort', giveUp)
      for (const { fail } of [...pending.values()])
        fail(new CarrierFailure('The connection to the carrier ended', 'connection_lost', true))
      resolve()
    })
  })
  const giveUp = () => session.destroy()
  signal.addEventListener('abort', giveUp)
  session.on('error', (error: Error) => {
    // Includes invalid PDUs, after which the stream cannot be parsed.
    problem = error
    session.destroy()
  })
  session.on('pdu', (pdu: Pdu) => {
    if (pdu.isResponse()) pending.get(pdu.sequence_number)?.answer(pdu)
    else receive(pdu)
  })

  function receive(pdu: Pdu): void {
    if (pdu.command === 'deliver_sm') opening.onDeliver(pdu, connection)
    else if (pdu.command === 'enquire_link') connection.answer(pdu, rawSmpp.errors.ESME_ROK!)
    else if (pdu.command === 'unbind') {
      connection.answer(pdu, rawSmpp.errors.ESME_ROK!)
      session.close()
    } else if (pdu.command !== 'alert_notification' && pdu.command !== 'outbind') {
      connection.answer(pdu, rawSmpp.errors.ESME_RINVCMDID!)
    }
  }

  const connection: SmppConnection = {
    request: (command, fields) => request(session, pending, timing.responseMs, command, fields),
    answer(pdu, status) {
      session.send(pdu.response({ command_status: status }))
      if (session.socket.writableLength <= MAX_UNREAD_BYTES) return
      log.warn('the SMSC does not read our responses')
      session.destroy()
    },
    async end() {
      // Do not wait for a silent peer: its response to the unbind does not matter.
      await request(session, pending, timing.stopMs, 'unbind').catch(() => undefined)
      session.destroy()
      await ended
    },
    ended,
  }

  try {
    await connected(session, address, ended, timing.responseMs, () => problem)
    const { command_status: status } = await connection.request('bind_transceiver', {
      system_id: address.systemId,
      password: address.password,
      interface_version: 0x34,
    })
    if (status !== 0) throw new Error(`The SMSC refused the bind (${statusName(status)})`)
  } catch (error) {
    session.destroy()
    await ended
    throw error
  }
  enquiring = setInterval(() => {
    connection.request('enquire_link').catch(() => {
      log.warn('the SMSC no longer responds')
      session.destroy()
    })
  }, timing.enquireMs)
  return connection
}

function connect({ host, port, tls = false, onlyPublic = false }: SmppAddress): Session {
  if (onlyPublic && isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new PrivateAddress(`${host} is inside the server's own network`)
  }
  return rawSmpp.connect({
    host,
    port,
    tls,
    ...(tls && isIP(host) === 0 && { servername: host }),
    ...(onlyPublic && { lookup: lookupPublic }),
  })
}

/** With TLS, only when the certificate is verified: the password comes next. */
function connected(
  session: Session,
  { tls = false }: SmppAddress,
  ended: Promise<void>,
  milliseconds: number,
  problem: () => Error | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The SMSC cannot be reached in time')), milliseconds)
    session.on(tls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      session.socket.setNoDelay(true)
      resolve()
    })
    void ended.then(() => {
      clearTimeout(timer)
      reject(problem() ?? new Error('The SMSC closed the connection'))
    })
  })
}

/** Our own timeouts: the package waits for ever, and leaks what it waits for. */
function request(
  session: Session,
  pending: Map<number, Pending>,
  milliseconds: number,
  command: string,
  fields: PduFields = {},
): Promise<Pdu> {
  const pdu = new rawSmpp.PDU(command, fields)
  if (!session.send(pdu)) return Promise.reject(notBound())
  return new Promise((resolve, reject) => {
    const forget = () => {
      clearTimeout(timer)
      pending.delete(pdu.sequence_number)
    }
    const fail = (failure: CarrierFailure) => {
      forget()
      reject(failure)
    }
    const timer = setTimeout(
      () => fail(new CarrierFailure('The carrier did not answer in time', 'timeout', true)),
      milliseconds,
    )
    pending.set(pdu.sequence_number, {
      fail,
      answer(response) {
        forget()
        resolve(response)
      },
    })
  })
}
