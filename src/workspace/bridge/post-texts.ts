import type { ChatTransaction } from '../../chat/chat-platform.ts'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import { findSystemBot } from '../../chat/identity/users/user-store.ts'
import { sendNotification } from '../../chat/messages/sending/send-notification.ts'
import { findStream } from '../../chat/streams/stream-store.ts'
import { readEventsAfter } from '../../platform/events/event-store.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import type { TelephonyEvent } from '../../telephony/telephony-event-map.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'
import { listRecipients } from '../../telephony/texting/contacts/texting-contact-store.ts'
import type { TextingMessageView } from '../../telephony/texting/messages/texting-message-view.ts'
import type { WorkspacesTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import {
  findPosition,
  findTopicOfConversation,
  insertBridgedMessage,
  listBridgedNumbers,
  movePosition,
} from './bridge-store.ts'
import type { BridgedNumbersTable } from './bridge-tables.ts'
import { copyToChat } from './copy-attachments.ts'
import { markDelivery } from './mark-delivery.ts'
import { findSentMessage } from './sent-message-store.ts'
import { textedContent } from './texted-content.ts'
import { newTopic } from './topic-of-conversation.ts'

const READ_AT_ONCE = 100

/**
 * Posts the texts of tied numbers to their streams. What an event causes in the chat and the new position are one
 * transaction, so each event has its effect once, whenever the process dies.
 */
export async function postTexts(workspace: Workspace, link: WorkspacesTable): Promise<void> {
  const { database, telephony } = workspace
  const realm = await workspace.realmsById.get(link.realm_id)
  const begun = await findPosition(database.read, link.realm_id)
  if (!realm || begun === undefined) return
  let position = begun
  const numbers = new Map(
    (await listBridgedNumbers(database.read, link.realm_id)).map((row) => [row.number, row]),
  )
  for (;;) {
    const events: TelephonyEvent[] = await readEventsAfter<TelephonyTables, TelephonyEvent>(
      telephony.database.read,
      link.company_id,
      position,
      READ_AT_ONCE,
    )
    for (const event of events) {
      const effect = await effectOf(workspace, link, realm, numbers, event)
      if (!effect && event !== events.at(-1)) continue
      const from = position
      const isMoved = await workspace.transact(link.realm_id, async (transaction) => {
        if (!(await movePosition(transaction.db, link.realm_id, from, event.position))) return false
        await effect?.(transaction)
        return true
      })
      if (!isMoved) return
      position = event.position
    }
    if (events.length < READ_AT_ONCE) return
  }
}

type Effect = (transaction: ChatTransaction) => Promise<void>

/** What an event does to the chat; undefined: nothing. */
async function effectOf(
  workspace: Workspace,
  link: WorkspacesTable,
  realm: Realm,
  numbers: ReadonlyMap<string, BridgedNumbersTable>,
  event: TelephonyEvent,
): Promise<Effect | undefined> {
  if (event.type === 'texting.message.updated') {
    const text = event.payload
    return (transaction) => markDelivery(workspace, transaction, realm, text)
  }
  if (event.type !== 'texting.message.new') return undefined
  const text = event.payload
  const tie = numbers.get(text.direction === 'inbound' ? text.to : text.frm)
  if (!tie) return undefined
  const sent = await findSentMessage(workspace.telephony.database.read, link.company_id, text.id)
  const row = { realm_id: realm.id, text_id: text.id, conversation_id: text.conversation_id }
  if (sent !== undefined) {
    return async (transaction) => {
      await insertBridgedMessage(transaction.db, { ...row, message_id: sent })
      await markDelivery(workspace, transaction, realm, text)
    }
  }
  const links = await copyFiles(workspace, realm, link, text)
  return async (transaction) => {
    const id = await postText(workspace, transaction, realm, tie, link, text, links)
    if (id !== undefined) await insertBridgedMessage(transaction.db, { ...row, message_id: id })
  }
}

/** Before the transaction, which must not wait for files. After a crash, uploads that nothing links are cleaned up. */
async function copyFiles(
  workspace: Workspace,
  realm: Realm,
  link: WorkspacesTable,
  text: TextingMessageView,
): Promise<string[]> {
  const company = text.files.length > 0 && (await currentCompany(workspace.telephony, link.company_id))
  if (!company) return []
  const user = await findSystemBot(workspace.database.read, realm.id)
  return copyToChat(
    workspace,
    company,
    { realm, user },
    text.files.map(({ id }) => id),
  )
}

/** undefined: the stream is gone. */
async function postText(
  workspace: Workspace,
  transaction: ChatTransaction,
  realm: Realm,
  tie: BridgedNumbersTable,
  link: WorkspacesTable,
  text: TextingMessageView,
  links: readonly string[],
): Promise<number | undefined> {
  const stream = await findStream(transaction.db, realm.id, tie.stream_id)
  if (!stream || stream.deactivated) return undefined
  const topic =
    (await findTopicOfConversation(transaction.db, tie, text.conversation_id)) ??
    newTopic(await listRecipients(workspace.telephony.database.read, link.company_id, [text.conversation_id]))
  const from = text.direction === 'inbound' ? text.frm : `${text.frm} → ${text.to}`
  const content = [`**${from}:** ${textedContent(text.text)}`, ...links].join('\n')
  return sendNotification(workspace, transaction, realm, { stream, topic, content })
}
