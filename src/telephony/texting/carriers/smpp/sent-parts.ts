import type { Clock } from '../../../../platform/clock.ts'
import type { CarrierEvent } from '../carrier.ts'
import type { PartReceipt } from './read-receipt.ts'

/**
 * Receipts are for parts, but texts need them. The id of a text is that of its last part, so short texts need no state.
 * A long text is delivered when all of its parts are, and failed when any is. After a restart only the receipt of the
 * last part counts: SMSCs deliver parts in order, so it is the best evidence.
 */
export interface SentParts {
  /** Starts a long text, or resumes an interrupted one: accepted parts are not sent again. */
  begin(textId: string, total: number): SentText
  took(sent: SentText, partId: string): void
  /** It will not be tried again. */
  abandon(sent: SentText): void
  /** Whether it is a part of a long text that waits for receipts. */
  has(partId: string): boolean
  /** The status of the text after the receipt of a part; undefined if it is not known yet. */
  judge(receipt: PartReceipt): CarrierEvent | undefined
  /** A failure that was reported before the last part was accepted. */
  earlyFailure(sent: SentText): CarrierEvent | undefined
  /** Drops old state. Texts that still wait for receipts get the status of their last part. */
  sweep(everything?: boolean): CarrierEvent[]
}

export interface SentText {
  readonly textId: string
  /** the same in all parts, so that the phone can join them */
  readonly reference: number
  readonly total: number
  readonly partIds: string[]
  readonly receipts: Map<string, PartReceipt>
  since: number
}

const RETENTION_MS = 3 * 24 * 3_600_000
const MAX_TEXTS = 10_000

export function createSentParts(clock: Clock, awaitReceiptsMs: number): SentParts {
  const texts = new Map<string, SentText>()
  const byPart = new Map<string, SentText>()
  // A counter distinguishes texts to the same phone. It starts at random, since a restart loses it.
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
    has: (partId) => byPart.has(partId),
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
      // The wait for the other receipts starts with this one.
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
        const isOld = age > (word ? awaitReceiptsMs : RETENTION_MS) || texts.size > MAX_TEXTS
        if (!everything && !isOld) continue
        if (word) events.push(word)
        forget(sent)
      }
      return events
    },
  }
}

const isFailure = ({ status }: PartReceipt) => status === 'failed' || status === 'undelivered'

/** undefined until the SMSC has accepted all parts */
function nameOf(sent: SentText): string | undefined {
  return sent.partIds[sent.total - 1]
}

/** the last part is `delivered`, others have no receipt yet */
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
