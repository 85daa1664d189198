import type { Clock } from '../../../../platform/clock.ts'
import type { CarrierEvent } from '../carrier.ts'
import type { PartReceipt } from './read-receipt.ts'

/**
 * Receipts come for parts, but are wanted for texts. A text has the carrier's name of its last part, so the
 * receipt of a short text needs no memory at all. While we remember a long one, it is delivered when all of its
 * parts are, and failed when any is. After a restart its last part speaks for all, and receipts of the other
 * parts are for nobody: SMSCs deliver parts in order, so the last one is the best witness.
 */
export interface SentParts {
  /** Begins a long text, or goes on with one that was interrupted: parts that were taken are not sent twice. */
  begin(textId: string, total: number): SentText
  took(sent: SentText, partId: string): void
  /** It will not be tried again. */
  abandon(sent: SentText): void
  /** What a receipt of a part says of its text; undefined when it says nothing yet. */
  judge(receipt: PartReceipt): CarrierEvent | undefined
  /** A failure that was reported before the last part was taken. */
  earlyFailure(sent: SentText): CarrierEvent | undefined
  /** Forgets what is old. Texts that still wait for receipts of other parts are what their last part is. */
  sweep(everything?: boolean): CarrierEvent[]
}

export interface SentText {
  readonly textId: string
  /** on all parts, so that the receiver's phone can put them together */
  readonly reference: number
  readonly total: number
  readonly partIds: string[]
  readonly receipts: Map<string, PartReceipt>
  since: number
}

const KEEP_MS = 3 * 24 * 3_600_000
const MOST_TEXTS = 10_000

export function createSentParts(clock: Clock, awaitReceiptsMs: number): SentParts {
  const texts = new Map<string, SentText>()
  const byPart = new Map<string, SentText>()
  // Counting keeps two texts to the same phone apart; by chance at first, since a restart forgets the count.
  let references = Math.floor(Math.random() * 256)

  function forget(sent: SentText): void {
    texts.delete(sent.textId)
    for (const partId of sent.partIds) byPart.delete(partId)
  }

  return {
    begin(textId, total) {
      const known = texts.get(textId)
      if (known?.total === total) return known
      references = (references + 1) % 256
      const sent: SentText = {
        textId,
        reference: references,
        total,
        partIds: [],
        receipts: new Map(),
        since: clock.now(),
      }
      texts.set(textId, sent)
      return sent
    },
    took(sent, partId) {
      sent.partIds.push(partId)
      byPart.set(partId, sent)
    },
    abandon: forget,
    judge(receipt) {
      const sent = byPart.get(receipt.partId)
      if (!sent) return toEvent(receipt.partId, receipt)
      sent.receipts.set(receipt.partId, receipt)
      const carrierId = nameOf(sent)
      if (carrierId === undefined) return undefined
      if (isFailure(receipt)) return toEvent(carrierId, receipt)
      const all = [...sent.receipts.values()]
      if (all.some(isFailure)) return undefined
      if (receipt.status === 'sent')
        return receipt.partId === carrierId ? toEvent(carrierId, receipt) : undefined
      // The time to wait for the other receipts begins with this one.
      sent.since = clock.now()
      const isWhole = all.length === sent.total && all.every(({ status }) => status === 'delivered')
      return isWhole ? toEvent(carrierId, receipt) : undefined
    },
    earlyFailure(sent) {
      const failure = [...sent.receipts.values()].find(isFailure)
      return failure && toEvent(nameOf(sent)!, failure)
    },
    sweep(everything = false) {
      const events: CarrierEvent[] = []
      for (const sent of [...texts.values()]) {
        const age = clock.now() - sent.since
        const word = lastWord(sent)
        const isOld = age > (word ? awaitReceiptsMs : KEEP_MS) || texts.size > MOST_TEXTS
        if (!everything && !isOld) continue
        if (word) events.push(word)
        forget(sent)
      }
      return events
    },
  }
}

const isFailure = ({ status }: PartReceipt) => status === 'failed' || status === 'undelivered'

/** undefined until the SMSC has taken all parts */
function nameOf(sent: SentText): string | undefined {
  return sent.partIds[sent.total - 1]
}

/** `delivered` of the last part while others were not heard of. */
function lastWord(sent: SentText): CarrierEvent | undefined {
  const name = nameOf(sent)
  const receipt = name === undefined ? undefined : sent.receipts.get(name)
  if (receipt?.status !== 'delivered') return undefined
  const all = [...sent.receipts.values()]
  const isTold = all.length === sent.total && all.every(({ status }) => status === 'delivered')
  return isTold || all.some(isFailure) ? undefined : toEvent(receipt.partId, receipt)
}

function toEvent(carrierId: string, receipt: PartReceipt): CarrierEvent {
  const { status, errorCode, errorMessage } = receipt
  return { kind: 'receipt', carrierId, status, errorCode, errorMessage }
}
