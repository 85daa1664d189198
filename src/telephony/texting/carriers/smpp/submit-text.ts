import type { PduFields } from 'smpp'
import { CarrierFailure, type OutboundText } from '../carrier.ts'
import type { SentParts, SentText } from './sent-parts.ts'
import type { SmppConnection } from './smpp-connection.ts'
import { splitText } from './split-text.ts'
import { notBound, submitFailure } from './submit-failure.ts'
import type { SubmitWindow } from './submit-window.ts'

const MOST_PARTS = 255
const HAS_HEADER = 0x40
const INTERNATIONAL_ISDN = 1
/** a receipt for success and for failure */
const WITH_RECEIPT = 1

interface SubmitParts {
  readonly window: SubmitWindow
  readonly sentParts: SentParts
  connection(): SmppConnection | undefined
}

/** Submits a text, in parts if it is long. Returns the SMSC's id of the last part. */
export async function submitText(parts: SubmitParts, text: OutboundText): Promise<SentName> {
  // SMPP has no attachments: the recipient gets their addresses.
  const { encoding, parts: bodies } = splitText([text.text, ...text.media].filter(Boolean).join('\n'))
  if (bodies.length > MOST_PARTS) throw new CarrierFailure('The text is too long', 'too_long', false)
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

export interface SentName {
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
