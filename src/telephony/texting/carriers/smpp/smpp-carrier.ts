import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pdu, PduFields } from 'smpp'
import { systemClock } from '../../../../platform/clock.ts'
import type { Logger } from '../../../../platform/logging/log.ts'
import {
  type Carrier,
  type CarrierEvent,
  CarrierFailure,
  type CarrierListener,
  type OutboundText,
} from '../carrier.ts'
import { reportReceipt } from '../report-receipt.ts'
import { rawSmpp } from './raw-smpp.ts'
import { createDeliveryReceiver } from './receive-delivery.ts'
import { createSentParts, type SentParts, type SentText } from './sent-parts.ts'
import { openSmppConnection, type SmppConnection } from './smpp-connection.ts'
import { type SmppAddress, type SmppOptions, type SmppTiming, usualTiming } from './smpp-options.ts'
import { splitText } from './split-text.ts'
import { notBound, submitFailure } from './submit-failure.ts'
import { createSubmitWindow, type SubmitWindow } from './submit-window.ts'
import { waitAtMost } from './wait-at-most.ts'

const MAX_PARTS = 255

const HAS_HEADER = 0x40

const INTERNATIONAL_ISDN = 1

/** a receipt for success and for failure */
const WITH_RECEIPT = 1

/** How many deliveries may be in flight. The SMSC is told to send more later. */
const MAX_DELIVERIES = 500

/** Texts by SMPP 3.4: one transceiver session with the SMSC of a carrier, from each start to the next stop. */
export function createSmppCarrier(options: SmppOptions): Carrier {
  let listener: CarrierListener | undefined
  let service: SmppService | undefined
  return {
    async send(text) {
      if (!service) throw notBound()
      return service.send(text)
    },
    listen(given) {
      listener = given
    },
    async start() {
      service ??= openSmppService(options, async (event) => {
        if (!listener) throw new Error('The carrier has no listener yet')
        return listener(event)
      })
      await service.start()
    },
    async stop() {
      const ending = service
      service = undefined
      await ending?.stop()
    },
  }
}

interface SmppService {
  send: Carrier['send']
  /** Resolves after the first attempt. A second call does nothing. */
  start(): Promise<void>
  /** It cannot be restarted. */
  stop(): Promise<void>
}

/** The carrier from one start to the next stop, with its state of texts in flight. */
function openSmppService(options: SmppOptions, listener: CarrierListener): SmppService {
  const { log, clock = systemClock } = options
  const timing = { ...usualTiming, ...options.timing }
  const stopping = new AbortController()
  // Every delivery in flight listens to it.
  setMaxListeners(0, stopping.signal)
  const inFlight = new Set<Promise<unknown>>()
  const sentParts = createSentParts(clock, timing.awaitReceiptsMs)
  const window = createSubmitWindow(options.window ?? 10)
  let deliveries = 0
  let sweeping: NodeJS.Timeout | undefined
  let starting: Promise<void> | undefined

  const receiver = createDeliveryReceiver({
    clock,
    log,
    timing,
    sentParts,
    defaultCountry: options.defaultCountry ?? 'US',
    stopping: stopping.signal,
    listener,
  })
  const link = createSmppLink({
    address: options.address,
    onState: options.onState,
    timing,
    log,
    onDeliver,
    onEnd: receiver.connectionEnded,
  })

  function track<Result>(work: Promise<Result>): Promise<Result> {
    inFlight.add(work)
    const done = () => inFlight.delete(work)
    work.then(done, done)
    return work
  }

  function onDeliver(pdu: Pdu, connection: SmppConnection): void {
    if (stopping.signal.aborted) return
    const answer = (status: number) => connection.answer(pdu, status)
    if (deliveries >= MAX_DELIVERIES) answer(rawSmpp.errors.ESME_RX_T_APPN!)
    else {
      deliveries += 1
      void track(receiver.receive(pdu, connection, answer)).finally(() => {
        deliveries -= 1
      })
    }
  }

  /** Receipts without a waiting delivery. */
  async function report(events: readonly CarrierEvent[]): Promise<void> {
    for (const event of events)
      await reportReceipt(listener, [event]).catch((error) => log.warn({ err: error }, 'a receipt was lost'))
  }

  return {
    async send(text) {
      if (stopping.signal.aborted || !link.connection()) throw notBound()
      const { carrierId, sent } = await track(
        submitText({ window, sentParts, connection: link.connection }, text),
      )
      const failure = sent && sentParts.earlyFailure(sent)
      if (failure) void track(report([failure]))
      return { carrierId }
    },
    start() {
      sweeping ??= setInterval(() => {
        receiver.sweep()
        void track(report(sentParts.sweep()))
      }, timing.sweepMs)
      starting ??= link.start()
      return starting
    },
    async stop() {
      stopping.abort()
      clearInterval(sweeping)
      await waitAtMost(Promise.allSettled([...inFlight]), timing.stopMs)
      await link.stop()
      await report(sentParts.sweep(true))
      await Promise.allSettled([...inFlight])
    },
  }
}

interface SubmitParts {
  readonly window: SubmitWindow
  readonly sentParts: SentParts
  connection(): SmppConnection | undefined
}

/** Submits a text, in parts if it is long. Returns the SMSC's id of the last part. */
async function submitText(parts: SubmitParts, text: OutboundText): Promise<SentName> {
  // SMPP has no attachments: the recipient gets their addresses.
  const { encoding, parts: bodies } = splitText([text.text, ...text.media].filter(Boolean).join('\n'))
  if (bodies.length > MAX_PARTS) throw new CarrierFailure('The text is too long', 'too_long', false)
  const fields = { ...addressesOf(text), data_coding: encoding === 'GSM-7' ? 0 : 8 }
  if (bodies.length === 1) {
    const id = await submit(parts, { ...fields, short_message: bodies[0]! })
    // A carrier without ids sends no receipts.
    return { carrierId: id || text.id, sent: undefined }
  }
  const sent = parts.sentParts.begin(text.id, bodies.length)
  try {
    // One after another, so that phones that cannot join parts show them in order.
    for (let index = sent.partIds.length; index < bodies.length; index += 1) {
      const header = Buffer.from([5, 0, 3, sent.reference, bodies.length, index + 1])
      const short_message = Buffer.concat([header, bodies[index]!])
      const id = await submit(parts, { ...fields, esm_class: HAS_HEADER, short_message })
      parts.sentParts.took(sent, id || `${text.id}/${index + 1}`)
    }
  } catch (failure) {
    if (!(failure instanceof CarrierFailure && failure.temporary)) parts.sentParts.abandon(sent)
    throw failure
  }
  return { carrierId: sent.partIds.at(-1)!, sent }
}

interface SentName {
  readonly carrierId: string
  /** of a text in several parts */
  readonly sent: SentText | undefined
}

function submit(parts: SubmitParts, fields: PduFields): Promise<string> {
  return parts.window.run(async () => {
    // Read only now: the connection may have changed while this was queued.
    const connection = parts.connection()
    if (!connection) throw notBound()
    const answer = await connection.request('submit_sm', { ...fields, registered_delivery: WITH_RECEIPT })
    if (answer.command_status !== 0) throw submitFailure(answer.command_status)
    return answer.message_id ?? ''
  })
}

function addressesOf({ from, to }: OutboundText): PduFields {
  return {
    source_addr_ton: INTERNATIONAL_ISDN,
    source_addr_npi: INTERNATIONAL_ISDN,
    source_addr: from.replace(/^\+/, ''),
    dest_addr_ton: INTERNATIONAL_ISDN,
    dest_addr_npi: INTERNATIONAL_ISDN,
    destination_addr: to.replace(/^\+/, ''),
  }
}

interface SmppLink {
  /** undefined while there is no connection */
  connection(): SmppConnection | undefined
  /** Resolves after the first attempt: an unreachable SMSC must not prevent the server from starting. */
  start(): Promise<void>
  stop(): Promise<void>
}

interface SmppLinkParts {
  readonly address: SmppAddress
  readonly timing: SmppTiming
  readonly log: Logger
  readonly onState?: ((problem: string | null) => void) | undefined
  onDeliver(pdu: Pdu, connection: SmppConnection): void
  onEnd(connection: SmppConnection): void
}

/** Maintains one bound connection, and reconnects whenever it ends. */
function createSmppLink(parts: SmppLinkParts): SmppLink {
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
