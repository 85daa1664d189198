import { plain, plainLines } from '../../chat/bots/incoming-webhooks/texts/plain-text.ts'
import { realmUri } from '../../chat/identity/realm-addresses.ts'
import { isBot, type User } from '../../chat/identity/users/user.ts'
import { findSystemBot } from '../../chat/identity/users/user-store.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import { outsideName } from '../../chat/messages/sending/outside-text.ts'
import { renderContent } from '../../chat/messages/sending/render-content.ts'
import { sendNotification } from '../../chat/messages/sending/send-notification.ts'
import { findStream } from '../../chat/streams/stream-store.ts'
import { readHead } from '../../platform/database/log-head-store.ts'
import { readEventsAfter } from '../../platform/events/event-store.ts'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import { distinctEmails } from '../../telephony/fax/destinations/fax-destination-input.ts'
import { emailsOf } from '../../telephony/fax/destinations/fax-destination-view.ts'
import type { FaxView } from '../../telephony/fax/faxes/fax-events.ts'
import { faxDestinationsTable } from '../../telephony/fax/faxes/fax-tables.ts'
import { contactKey, fullName } from '../../telephony/identity/contact.ts'
import { findContactByEmail } from '../../telephony/identity/contact-store.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import type { CdrView } from '../../telephony/phones/calls/call-events.ts'
import type { VoicemailView } from '../../telephony/phones/voicemail/voicemail-events.ts'
import type { TelephonyEvent, TelephonyEventType } from '../../telephony/telephony-event-map.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'
import { listRecipients } from '../../telephony/texting/contacts/texting-contact-store.ts'
import type { TextingMessageView } from '../../telephony/texting/messages/texting-message-events.ts'
import { type WorkspacesTable, workspaceMembersTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { findSentMessage, findTopicOfConversation, insertBridgedMessage } from './bridged-message-store.ts'
import { listBridgedNumbers, movePosition, startAtPosition } from './bridged-number-store.ts'
import { copyToChat } from './copy-to-chat.ts'
import type { Crossing, Effect, EffectOf } from './crossing.ts'
import { markDelivery, markMessage } from './mark-delivery.ts'
import { showCall } from './show-call.ts'
import { newTopic, topicOf } from './topic-of-conversation.ts'

/** The effect of an event of which people are notified: a private message of the bot to each of them. */
const notify =
  <Type extends TelephonyEventType>(
    noticeOf: (crossing: Crossing, payload: TelephonyEvent<Type>['payload']) => Promise<Notice | undefined>,
  ): EffectOf<Type> =>
  async (crossing, { payload }) => {
    const { workspace, realm, bot } = crossing
    const notice = await noticeOf(crossing, payload)
    const people = notice ? await accountsOf(crossing, notice.contacts) : []
    if (!notice || people.length === 0) return undefined
    const { links } = await copyToChat(crossing, notice.files ?? [])
    const content = [notice.content, ...links].join('\n')
    const rendered = await renderContent(workspace, { realm, user: bot }, content)
    return async (transaction) => {
      for (const to of people) {
        await sendNotification(workspace, transaction, realm, { to, content, rendered })
      }
    }
  }

/** With the name of the sender and links to files, it fits into a message. */
const MAX_TEXT_CHARACTERS = 9000

/** Posts a text of a tied number to its stream, unless it was sent from there. */
const postText: EffectOf<'texting.message.new'> = async (crossing, { payload: text, position }) => {
  const { workspace, realm, company, bot } = crossing
  const phones = workspace.telephony.database.read
  const tie = crossing.ties.get(text.direction === 'inbound' ? text.to : text.frm)
  if (!tie || position <= tie.after_position) return undefined
  const row = { realm_id: realm.id, text_id: text.id, conversation_id: text.conversation_id }
  const sent = await findSentMessage(phones, company.id, text.id)
  if (sent !== undefined) {
    return async (transaction) => {
      await insertBridgedMessage(transaction.db, { ...row, message_id: sent })
      await markMessage(crossing, transaction, text)
    }
  }
  const other = text.direction === 'inbound' ? text.frm : text.to
  // Empty if the conversation has been deleted meanwhile.
  const recipients = await listRecipients(phones, company.id, [text.conversation_id])
  // A text to a group has a copy for each recipient; one is enough.
  if (text.direction === 'outbound' && recipients.length > 0 && text.to !== recipients[0]!.number)
    return undefined
  const { links, missing } = await copyToChat(
    crossing,
    text.files.map(({ id }) => id),
  )
  const content = [
    `**${plain(await senderName(crossing, text)) || 'Unknown'}:** ${plainLines(text.text, MAX_TEXT_CHARACTERS)}`,
    ...links,
    ...missing.map((name) => `${name} is in the portal only.`),
  ].join('\n')
  const rendered = await renderContent(workspace, { realm, user: bot }, content)
  return async (transaction) => {
    const { db } = transaction
    const stream = await findStream(db, realm.id, tie.stream_id)
    if (!stream || stream.deactivated) return
    const topic =
      (await findTopicOfConversation(db, tie, text.conversation_id)) ??
      (newTopic(text.conversation_id, recipients) || topicOf(other))
    const message = await sendNotification(workspace, transaction, realm, {
      stream,
      topic,
      content,
      rendered,
    })
    await insertBridgedMessage(db, { ...row, message_id: message })
  }
}

/** A backlog is worked off in batches, so that other organizations are not held up. */
const READ_AT_ONCE = 500

/**
 * Applies the events of a company to the chat of its organization. The effect of an event and the new position are one
 * transaction, so each event has its effect once, whenever the process dies. Returns whether it has moved on.
 */
export async function followPhones(
  workspace: Workspace,
  { realm_id: realmId, company_id: companyId }: WorkspacesTable,
  begun: number | undefined,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { telephony } = workspace
  if (begun === undefined) {
    const head = await readHead(telephony.database.read, companyId)
    await workspace.transact(realmId, ({ db }) => startAtPosition(db, realmId, head))
    return true
  }
  const events = await readEventsAfter<TelephonyTables, TelephonyEvent>(
    telephony.database.read,
    companyId,
    begun,
    READ_AT_ONCE,
  )
  // After the events: a number that was tied before a text came in is found.
  const crossing = events.length > 0 && (await crossingOf(workspace, realmId, companyId))
  if (!crossing) return false
  let position = begun
  for (const event of events) {
    if (stopping?.aborted) break
    const effect = await effectOf(crossing, event)
    if (!effect && event !== events.at(-1)) continue
    const from = position
    const isMoved = await workspace.transact(realmId, async (transaction) => {
      if (!(await movePosition(transaction.db, realmId, from, event.position))) return false
      await effect?.(transaction)
      return true
    })
    if (!isMoved) break
    position = event.position
  }
  return position > begun
}

async function crossingOf(
  workspace: Workspace,
  realmId: number,
  companyId: number,
): Promise<Crossing | undefined> {
  const { read } = workspace.database
  const realm = await workspace.realmsById.get(realmId)
  const company = await currentCompany(workspace.telephony, companyId)
  if (!realm || !company) return undefined
  const bot = await findSystemBot(read, realmId)
  const ties = new Map((await listBridgedNumbers(read, realmId)).map((row) => [row.number, row]))
  return { workspace, realm, company, bot, ties }
}

/** What each event of the telephony does to the chat. */
const effects: { [Type in TelephonyEventType]?: EffectOf<Type> } = {
  'texting.message.new': postText,
  'texting.message.updated': markDelivery,
  'fax.message.new': notify(faxNotice),
  'call.ended': notify(missedCallNotice),
  'voicemail.message.new': notify(voicemailNotice),
  changed: showCall,
  'user.notice': notify(async (_crossing, { user_id: id, text }) => ({
    contacts: [id],
    content: outsideName(text),
  })),
}

async function effectOf(crossing: Crossing, event: TelephonyEvent): Promise<Effect | undefined> {
  const prepare: EffectOf<TelephonyEventType> | undefined = uncheckedCast(effects[event.type])
  return prepare?.(crossing, event)
}

/** A caller has left a message, for the user of the extension; if it has none, for the owner. */
async function voicemailNotice(
  { workspace, realm, company }: Crossing,
  { from, from_name, to, user_id: userId, duration }: VoicemailView,
): Promise<Notice | undefined> {
  const name = plain(from_name)
  const number = plain(from) || 'an unknown number'
  const address = `${realmUri(workspace.config.publicUrl, realm)}/portal/voicemail`
  return {
    contacts: [userId ?? company.primary_contact_id],
    content: `**Voicemail from ${name ? `${name}, ${number}` : number}** to ${to}, ${duration} seconds. [Listen to it in the portal](${address})`,
  }
}

/** Notifies the people whose phones rang of a call that nobody answered. */
async function missedCallNotice(
  { workspace, realm }: Crossing,
  { from, called, result }: CdrView,
): Promise<Notice | undefined> {
  // The message says it.
  if (result === 'voicemail') return undefined
  if (called.some(({ outcome }) => outcome === 'answered')) return undefined
  const users = called.flatMap(({ user_id: id, outcome }) =>
    id === from.user_id || outcome === 'blocked' ? [] : (id ?? []),
  )
  const name = plain(from.name)
  const number = plain(from.number) || 'an unknown number'
  const caller = name ? `${name}, ${number}` : number
  const address = `${realmUri(workspace.config.publicUrl, realm)}/portal/calls`
  return {
    contacts: [...new Set(users)],
    content: `**Missed call from ${caller}**. [Open your calls in the portal](${address})`,
  }
}

/** A received fax. */
async function faxNotice(crossing: Crossing, fax: FaxView): Promise<Notice | undefined> {
  if (fax.direction !== 'inbound') return undefined
  const { workspace, realm } = crossing
  const name = plain(fax.from_name)
  const from = plain(fax.from) || 'an unknown number'
  const pages = fax.pages === 1 ? '1 page' : `${fax.pages} pages`
  const address = `${realmUri(workspace.config.publicUrl, realm)}/portal/faxes/${fax.id}`
  return {
    contacts: await recipientsOf(crossing),
    content: `**Fax from ${name ? `${name}, ${from}` : from}** to ${fax.to}, ${pages}. [Open it in the portal](${address})`,
    files: [fax.file.id],
  }
}

/** The people with an account who get faxes by mail; if there are none, the owner. */
async function recipientsOf({ workspace, company }: Crossing): Promise<string[]> {
  const phones = workspace.telephony.database.read
  const destinations = await faxDestinationsTable.list(phones, { company_id: company.id })
  const contacts: string[] = []
  for (const email of distinctEmails(destinations.flatMap(emailsOf))) {
    const contact = await findContactByEmail(phones, company.id, email)
    const member =
      contact &&
      (await workspaceMembersTable.findBy(workspace.database.read, {
        company_id: company.id,
        contact_id: contact.id,
      }))
    if (member) contacts.push(contact.id)
  }
  return contacts.length > 0 ? contacts : [company.primary_contact_id]
}

/** The number outside, or the user of the portal who has sent it. */
async function senderName({ workspace, company }: Crossing, text: TextingMessageView): Promise<string> {
  if (text.direction === 'inbound') return text.frm
  const contact =
    text.user_id && (await workspace.telephony.contacts.get(contactKey(company.id, text.user_id)))
  return `${contact ? fullName(contact) : text.frm} → ${text.to}`
}

/** What the bot writes to some people. */
interface Notice {
  /** telephony users; those without an account are left out */
  contacts: readonly string[]
  /** Markdown */
  content: string
  /** ids of files of the telephony, which are attached if there is room */
  files?: readonly string[]
}

async function accountsOf(
  { workspace, realm, company }: Crossing,
  contacts: readonly string[],
): Promise<User[]> {
  const { read } = workspace.database
  const people: User[] = []
  for (const contact of contacts) {
    const member = await workspaceMembersTable.findBy(read, { company_id: company.id, contact_id: contact })
    const user = member && (await usersTable.find(read, { realm_id: realm.id, id: member.user_id }))
    if (user?.is_active && !isBot(user)) people.push(user)
  }
  return people
}
