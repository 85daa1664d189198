import type { Realm } from '../../chat/identity/realms/realm.ts'
import { findSystemBot } from '../../chat/identity/users/user-store.ts'
import type { MessagesTable } from '../../chat/messages/messages-table.ts'
import { findSent, insertSendKey } from '../../chat/messages/sending/send-key-store.ts'
import { sendNotification } from '../../chat/messages/sending/send-notification.ts'
import { findStream } from '../../chat/streams/stream-store.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Actor } from '../../telephony/identity/actor.ts'
import type { Company } from '../../telephony/identity/company.ts'
import { contactKey } from '../../telephony/identity/contact.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { Problem } from '../../telephony/problem.ts'
import { openConversation } from '../../telephony/texting/conversations/open-conversation.ts'
import { checkNewMessage, publishWithin } from '../../telephony/texting/messages/publish-messages.ts'
import { findMember } from '../accounts/workspace-store.ts'
import type { WorkspacesTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { findConversationOfTopic, listBridgedNumbers, listMessagesAfter } from './bridge-store.ts'
import { copyToPhones, withoutUploadLinks } from './copy-attachments.ts'
import { findLastSent, insertSentMessage, moveLastSent } from './sent-message-store.ts'
import { numberInTopic } from './topic-of-conversation.ts'

const READ_AT_ONCE = 50
const LONGEST_TEXT = 1600

/**
 * Sends what people write in the streams of numbers as texts. The texts and the id of the message are one transaction of
 * the telephony, so each message is sent once, whenever the process dies.
 */
export async function sendReplies(workspace: Workspace, link: WorkspacesTable): Promise<void> {
  const { database, telephony } = workspace
  const realm = await workspace.realmsById.get(link.realm_id)
  const company = await currentCompany(telephony, link.company_id)
  let last = await findLastSent(telephony.database.read, link.company_id)
  if (!realm || company?.status !== 'active' || last === undefined) return
  const numbers = new Map(
    (await listBridgedNumbers(database.read, realm.id)).map((row) => [row.stream_id, row.number]),
  )
  const bot = await findSystemBot(database.read, realm.id)
  for (;;) {
    const messages: MessagesTable[] = await listMessagesAfter(database.read, realm.id, last, READ_AT_ONCE)
    for (const message of messages) {
      const number = numbers.get(message.stream_id!)
      const isOurs = message.sender_id === bot.id
      const isMoved =
        isOurs || number === undefined
          ? await moveOn(workspace, company, last, message.id)
          : await sendReply(workspace, realm, company, number, message, last)
      if (!isMoved) return
      last = message.id
    }
    if (messages.length < READ_AT_ONCE) return
  }
}

const moveOn = ({ telephony }: Workspace, company: Company, from: number, to: number) =>
  telephony.transact(company.id, ({ db }) => moveLastSent(db, company.id, from, to))

async function sendReply(
  workspace: Workspace,
  realm: Realm,
  company: Company,
  number: string,
  message: MessagesTable,
  last: number,
): Promise<boolean> {
  const { telephony } = workspace
  try {
    const actor = await senderOf(workspace, company, message)
    const conversationId = await conversationOf(workspace, actor, number, message)
    const text = withoutUploadLinks(message.content)
    if (text.length > LONGEST_TEXT) throw new Problem(400, `A text has at most ${LONGEST_TEXT} characters`)
    const files = message.has_attachment ? await copyToPhones(workspace, actor, message) : []
    const input = { text, files, with_warning: true }
    await checkNewMessage(telephony, actor, input)
    return await telephony.transact(company.id, async (tx) => {
      if (!(await moveLastSent(tx.db, company.id, last, message.id))) return false
      for (const { id } of await publishWithin(telephony, tx, actor, conversationId, input)) {
        await insertSentMessage(tx.db, { company_id: company.id, text_id: id, message_id: message.id })
      }
      return true
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    await refuse(workspace, realm, message, error.message)
    return moveOn(workspace, company, last, message.id)
  }
}

/** The stream decides who texts: whoever may write there. The audit trail names them if they have a phone user. */
async function senderOf(workspace: Workspace, company: Company, message: MessagesTable): Promise<Actor> {
  const { telephony, database } = workspace
  const member = await findMember(database.read, message.realm_id, message.sender_id)
  const own = member?.contact_id
    ? await telephony.contacts.get(contactKey(company.id, member.contact_id))
    : undefined
  const contact = own ?? (await telephony.contacts.get(contactKey(company.id, company.primary_contact_id)))
  return { company, contact: contact!, caller: { kind: 'person', role: 'owner', owner: null } }
}

async function conversationOf(
  { database, telephony }: Workspace,
  actor: Actor,
  number: string,
  message: MessagesTable,
): Promise<string> {
  const known = await findConversationOfTopic(database.read, message)
  if (known !== undefined) return known
  const other = numberInTopic(message.topic)
  if (other === undefined) {
    throw new Problem(
      400,
      'This topic is no text conversation. To start one, name a topic after a number, such as +12025550123',
    )
  }
  const opened = await openConversation(telephony, actor, {
    from_number: number,
    recipients: [{ number: other }],
  })
  return opened.id
}

/** Once, even if the process dies before it moves on. */
async function refuse(
  workspace: Workspace,
  realm: Realm,
  message: MessagesTable,
  reason: string,
): Promise<void> {
  await workspace.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const bot = await findSystemBot(db, realm.id)
    const key = { realm_id: realm.id, user_id: bot.id, key: `bridge ${message.id}` }
    const stream = await findStream(db, realm.id, message.stream_id!)
    if (!stream || stream.deactivated || (await findSent(db, key)) !== undefined) return
    const content = `Not sent: ${reason}.`
    const id = await sendNotification(workspace, transaction, realm, {
      stream,
      topic: message.topic,
      content,
    })
    await insertSendKey(db, { ...key, message_id: id, created_at: secondsOf(workspace.clock) })
  })
}
