import { setMaxListeners } from 'node:events'
import type { Pdu } from 'smpp'
import { systemClock } from '../../../../platform/clock.ts'
import type { Carrier, CarrierEvent, CarrierListener } from '../carrier.ts'
import { reportReceipt } from '../report-receipt.ts'
import { rawSmpp } from './raw-smpp.ts'
import { createDeliveryReceiver } from './receive-delivery.ts'
import { createSentParts } from './sent-parts.ts'
import type { SmppConnection } from './smpp-connection.ts'
import { createSmppLink } from './smpp-link.ts'
import { type SmppOptions, usualTiming } from './smpp-options.ts'
import { notBound } from './submit-failure.ts'
import { submitText } from './submit-text.ts'
import { createSubmitWindow } from './submit-window.ts'
import { waitAtMost } from './wait-at-most.ts'

/** How many deliveries may be in flight. The SMSC is told to send more later. */
const MOST_DELIVERIES = 500

export interface SmppService {
  send: Carrier['send']
  /** Resolves after the first attempt. A second call does nothing. */
  start(): Promise<void>
  /** It cannot be restarted. */
  stop(): Promise<void>
}

/** The carrier from one start to the next stop, with its state of texts in flight. */
export function openSmppService(options: SmppOptions, listener: CarrierListener): SmppService {
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
    if (deliveries >= MOST_DELIVERIES) answer(rawSmpp.errors.ESME_RX_T_APPN!)
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
