import { announceChanged } from '../../company/audit/record-change.ts'
import type { Audience } from '../../event-audience.ts'
import { serverItself } from '../../identity/actor.ts'
import type { Company } from '../../identity/company.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import type { CarrierEvent } from '../carriers/carrier.ts'
import { knowTextingContact } from '../contacts/add-texting-contact.ts'
import { createOrGetConversation } from '../conversations/add-conversation.ts'
import { addTextingMessage } from '../messages/add-texting-message.ts'
import { textingAudience } from '../numbers/texting-audience.ts'
import type { Conversation } from '../texting-conversation-store.ts'
import { textingNumbersTable, textingOptOutsTable, textingReceivedTable } from '../texting-tables.ts'

export type InboundText = Extract<CarrierEvent, { kind: 'text' }>

const MAX_SENDER_LENGTH = 40

/** Returns whether the number is known, and belongs to the company if one is given. A repeated text is not stored again. */
export async function receiveText(
  identity: Identity,
  inbound: InboundText,
  onlyFor?: number,
): Promise<boolean> {
  const { clock, database } = identity
  const { carrierId, to } = inbound
  const companyId = (await textingNumbersTable.findBy(database.read, { number: to }))?.company_id
  if (onlyFor !== undefined && companyId !== onlyFor) return false
  const company = companyId === undefined ? undefined : await currentCompany(identity, companyId)
  if (!company) return false
  await identity.transact(company.id, async (tx) => {
    if (await textingReceivedTable.exists(tx.db, { company_id: company.id, carrier_id: carrierId })) return
    await textingReceivedTable.insert(tx.db, {
      company_id: company.id,
      carrier_id: carrierId,
      received_at: clock.now(),
    })
    await storeText(identity, tx, company, inbound)
  })
  return true
}

async function storeText(
  identity: Identity,
  tx: TelephonyTransaction,
  company: Company,
  inbound: InboundText,
): Promise<void> {
  const author = serverItself(company)
  // No null characters: PostgreSQL cannot store them.
  const from = inbound.from.replaceAll('\0', '').slice(0, MAX_SENDER_LENGTH) || 'unknown'
  const text = inbound.text.replaceAll('\0', '')
  const keyword = readOptKeyword(text)
  const isNewOptOut =
    keyword === 'out' &&
    (await textingOptOutsTable.insertIfAbsent(tx.db, {
      company_id: company.id,
      number: from,
      created_at: identity.clock.now(),
      confirmation_id: null,
    }))
  if (keyword === 'in') await textingOptOutsTable.remove(tx.db, { company_id: company.id, number: from })
  const contact = await knowTextingContact(identity, tx, author, from)
  if (keyword) announceChanged(tx, 'texting_contact', contact.id)
  const conversation = await createOrGetConversation(identity, tx, author, {
    fromNumber: inbound.to,
    type: 'direct',
    name: '',
    contacts: [contact],
  })
  const audience = await textingAudience(tx.db, company, inbound.to)
  await addTextingMessage(identity, tx, company, conversation, audience, {
    direction: 'inbound',
    frm: from,
    recipient: inbound.to,
    text,
    files: [],
    status: 'received',
    error_code: null,
    error_message: null,
    user_id: null,
    timezone: '',
  })
  if (isNewOptOut && from.startsWith('+')) {
    const now = { ...conversation, unread_count: conversation.unread_count + 1 }
    await confirmOptOut(identity, tx, company, now, audience, from)
  }
}

/** They are told once. Who says it again, or whose sender is no number, gets no answer. */
async function confirmOptOut(
  platform: TelephonyPlatform,
  tx: TelephonyTransaction,
  company: Company,
  conversation: Conversation,
  audience: Audience,
  number: string,
): Promise<void> {
  const { id } = await addTextingMessage(platform, tx, company, conversation, audience, {
    direction: 'outbound',
    frm: conversation.from_number,
    recipient: number,
    text: `${company.name}: you will get no more texts from us. Reply START to get them again.`,
    files: [],
    status: 'queued',
    error_code: null,
    error_message: null,
    user_id: null,
    timezone: '',
  })
  await textingOptOutsTable.update(tx.db, { company_id: company.id, number }, { confirmation_id: id })
  await tx.outbox.add('text', { lane: conversation.id, payload: { messageId: id } })
}

const out = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit'])
const back = new Set(['start', 'yes', 'unstop'])

/** Recognizes messages that consist of an opt-out or opt-in keyword, ignoring case. */
function readOptKeyword(text: string): 'out' | 'in' | undefined {
  const word = text.trim().toLowerCase()
  if (out.has(word)) return 'out'
  return back.has(word) ? 'in' : undefined
}
