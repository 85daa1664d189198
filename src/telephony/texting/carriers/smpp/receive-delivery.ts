import { hash } from 'node:crypto'
import type { Pdu } from 'smpp'
import type { Clock } from '../../../../platform/clock.ts'
import type { Logger } from '../../../../platform/logging/log.ts'
import type { CarrierEvent, CarrierListener } from '../carrier.ts'
import { reportReceipt } from '../report-receipt.ts'
import { createInboundNames } from './inbound-names.ts'
import { rawSmpp } from './raw-smpp.ts'
import { type Delivery, readDelivery } from './read-delivery.ts'
import { isReceipt, readReceipt } from './read-receipt.ts'
import type { SentParts } from './sent-parts.ts'
import type { SmppTiming } from './smpp-options.ts'
import { waitAtMost } from './wait-at-most.ts'

const MAX_SETS = 1000

const MAX_LETTERS = 4_000_000

const STORED = rawSmpp.errors.ESME_ROK!
/** "Temporary application error": the SMSC sends it again. */
const AGAIN = rawSmpp.errors.ESME_RX_T_APPN!

export interface DeliveryReceiver {
  /**
   * Passes on a deliver_sm, and calls `answer` with the status once it is stored. Never throws. Without a response,
   * when stopping, the SMSC sends it again.
   */
  receive(pdu: Pdu, connection: object, answer: (status: number) => void): Promise<void>
  connectionEnded(connection: object): void
  sweep(): void
}

interface ReceiverParts {
  readonly clock: Clock
  readonly log: Logger
  readonly timing: SmppTiming
  readonly defaultCountry: string
  readonly sentParts: SentParts
  readonly stopping: AbortSignal
  readonly listener: CarrierListener
}

export function createDeliveryReceiver(parts: ReceiverParts): DeliveryReceiver {
  const { clock, log, timing, sentParts, stopping, listener } = parts
  const names = createInboundNames(clock)
  /** whether the SMSC was seen to report the decimal form of a hexadecimal id */
  let hasDecimalReceipts = false
  const partSets = createPartSets(clock, log, timing.keepPartsMs)

  async function receiveReceipt(pdu: Pdu): Promise<void> {
    const receipt = readReceipt(pdu)
    if (!receipt) return log.warn('a receipt without the id of its text')
    const converted = hexadecimalIds(receipt.partId)
    const ids = hasDecimalReceipts ? [...converted, receipt.partId] : [receipt.partId, ...converted]
    const part = ids.find(sentParts.has)
    const events = (part === undefined ? ids : [part]).flatMap(
      (partId) => sentParts.judge({ ...receipt, partId }) ?? [],
    )
    if (events.length === 0) return
    const known = await reportReceipt(listener, events, stopping)
    if (!known) return log.info({ carrierId: receipt.partId }, 'a receipt for an unknown text')
    // Digits alone may be of either form.
    if (known.carrierId !== receipt.partId && /[a-f]/i.test(known.carrierId)) hasDecimalReceipts = true
  }

  async function receiveText(
    delivery: Text,
    connection: object,
    answer: (status: number) => void,
  ): Promise<void> {
    const { from, to, text, name } = delivery
    const known = name === undefined ? names.name(fingerprint(delivery), connection) : undefined
    const event: CarrierEvent = { kind: 'text', carrierId: name ?? known!.id, from, to, text }
    let isStored = false
    try {
      await listener(event)
      isStored = true
    } catch (error) {
      log.warn({ err: error }, 'an inbound text was not stored; the SMSC sends it again')
    }
    answer(isStored ? STORED : AGAIN)
    known?.answered(isStored)
  }

  /**
   * All parts get the response of the whole text, so that none is lost in a crash. But an SMSC that sends one part at a
   * time must not wait for ever, so after a while a part is accepted into memory only.
   */
  async function receivePart(set: PartSet, connection: object): Promise<number | undefined> {
    const { outcome } = set
    const whole = set.state === 'collecting' ? joinParts(set) : undefined
    if (whole) {
      set.state = 'telling'
      await receiveText(whole, connection, (status) => {
        set.settle(status)
        if (status === STORED) set.state = 'stored'
        else partSets.reopen(set)
      })
      return outcome
    }
    const early = await waitAtMost(outcome, timing.holdPartMs, stopping)
    if (early !== undefined) return early
    if (stopping.aborted) return undefined
    return set.state === 'collecting' ? STORED : outcome
  }

  return {
    async receive(pdu, connection, answer) {
      try {
        if (isReceipt(pdu)) {
          await receiveReceipt(pdu)
          return answer(STORED)
        }
        const delivery = readDelivery(pdu, parts.defaultCountry)
        if (!isText(delivery)) {
          log.warn({ dataCoding: pdu.data_coding }, 'an inbound message is no text; dropped')
          return answer(STORED)
        }
        if (!delivery.part) return await receiveText(delivery, connection, answer)
        const set = partSets.add(delivery, delivery.part)
        const status = await receivePart(set, connection)
        if (status !== undefined) answer(status)
      } catch (error) {
        if (stopping.aborted) return
        log.warn({ err: error }, 'a delivery was not stored; the SMSC sends it again')
        answer(AGAIN)
      }
    },
    connectionEnded: names.connectionEnded,
    sweep: partSets.sweep,
  }
}

/** Some SMSCs give hexadecimal ids to texts, and report them in decimal. */
function hexadecimalIds(id: string): string[] {
  if (!/^\d{1,20}$/.test(id)) return []
  const digits = BigInt(id).toString(16)
  const forms = [digits, digits.padStart(8, '0')].flatMap((text) => [text.toUpperCase(), text])
  return [...new Set(forms)].filter((form) => form !== id)
}

type Text = Delivery & { readonly text: string }

const isText = (delivery: Delivery): delivery is Text => delivery.text !== undefined

/** undefined while a part is missing */
function joinParts({ parts }: PartSet): Text | undefined {
  if (!parts.every((part) => part !== undefined)) return undefined
  return { ...parts[0]!, text: parts.map(({ text }) => text).join('') }
}

/** A hash, since many are kept. */
function fingerprint({ from, to, reference, text }: Text): string {
  return hash('sha256', JSON.stringify([from, to, reference, text]), 'base64url')
}

/** The parts of one inbound text that have arrived so far. */
interface PartSet {
  readonly parts: (Delivery | undefined)[]
  readonly since: number
  /** the response to all parts, once the whole text has been passed on */
  outcome: Promise<number>
  settle(status: number): void
  state: 'collecting' | 'telling' | 'stored'
  /** characters, to bound the memory */
  size: number
}

interface PartSets {
  /** Adds a part, and returns its set. */
  add(delivery: Delivery & { text: string }, part: { number: number; total: number }): PartSet
  /** After a refusal: the parts stay, and the next repeated part tries again. */
  reopen(set: PartSet): void
  /** Drops what is too old. */
  sweep(): void
}

function createPartSets(clock: Clock, log: Logger, keepMs: number): PartSets {
  const sets = new Map<string, PartSet>()
  let letters = 0

  function drop(key: string, set: PartSet): void {
    sets.delete(key)
    letters -= set.size
    const have = set.parts.filter((part) => part !== undefined).length
    if (set.state !== 'stored') log.warn({ have, of: set.parts.length }, 'dropped the parts of a text')
  }

  function open(key: string, total: number): PartSet {
    const set: PartSet = {
      parts: Array.from({ length: total }),
      since: clock.now(),
      state: 'collecting',
      size: 0,
      ...promiseOfOutcome(),
    }
    sets.set(key, set)
    return set
  }

  return {
    add(delivery, { number, total }) {
      const key = JSON.stringify([delivery.from, delivery.to, delivery.reference, total])
      const known = sets.get(key)
      const there = known?.parts[number - 1]
      // References are reused: a different text for the same part starts a new set.
      if (known && there && there.text !== delivery.text) drop(key, known)
      const set = sets.get(key) ?? open(key, total)
      if (set.parts[number - 1] === undefined) {
        set.parts[number - 1] = delivery
        set.size += delivery.text.length
        letters += delivery.text.length
      }
      for (const [oldKey, old] of sets) {
        if (sets.size <= MAX_SETS && letters <= MAX_LETTERS) break
        if (old !== set) drop(oldKey, old)
      }
      return set
    },
    reopen(set) {
      Object.assign(set, promiseOfOutcome(), { state: 'collecting' })
    },
    sweep() {
      for (const [key, set] of sets) if (clock.now() - set.since > keepMs) drop(key, set)
    },
  }
}

function promiseOfOutcome(): Pick<PartSet, 'outcome' | 'settle'> {
  let settle: (status: number) => void = () => {}
  const outcome = new Promise<number>((resolve) => {
    settle = resolve
  })
  return { outcome, settle }
}
