import { plain } from '../../chat/bots/incoming-webhooks/texts/plain-text.ts'
import { attachmentsTable } from '../../chat/files/uploads/attachments-table.ts'
import { placeOfUpload } from '../../chat/files/uploads/upload-place.ts'
import { listClaimedBy } from '../../chat/files/uploads/uploaded-file-store.ts'
import { isBot, type User } from '../../chat/identity/users/user.ts'
import { findSystemBot } from '../../chat/identity/users/user-store.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import { type MessagesTable, sendKeysTable } from '../../chat/messages/messages-table.ts'
import { findSent } from '../../chat/messages/sending/send-key-store.ts'
import { sendNotification } from '../../chat/messages/sending/send-notification.ts'
import { findStream } from '../../chat/streams/stream-store.ts'
import { secondsOf } from '../../platform/clock.ts'
import { ContentGone } from '../../platform/contents/contents.ts'
import { recordChange } from '../../telephony/company/audit/record-change.ts'
import { type KeptContent, keepContent, MAX_FILE_BYTES } from '../../telephony/files/contents/keep-content.ts'
import { findFiles, insertFile } from '../../telephony/files/file-store.ts'
import { fileView } from '../../telephony/files/file-view.ts'
import type { Actor } from '../../telephony/identity/actor.ts'
import type { Company } from '../../telephony/identity/company.ts'
import { contactKey } from '../../telephony/identity/contact.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { newObjectId } from '../../telephony/object-id.ts'
import { Problem } from '../../telephony/problem.ts'
import type { TelephonyTransaction } from '../../telephony/telephony-platform.ts'
import { openConversation } from '../../telephony/texting/conversations/open-conversation.ts'
import {
  MAX_FILES,
  MAX_TEXT_LENGTH,
  publishWithin,
} from '../../telephony/texting/messages/publish-messages.ts'
import { type WorkspacesTable, workspaceMembersTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'
import {
  findLastSent,
  insertSentMessage,
  listRepliesAfter,
  moveLastSent,
  type Reply,
} from './bridged-message-store.ts'
import { findTexted } from './find-texted.ts'
import { withCopyOf } from './with-copy-of.ts'

/** A backlog is worked off in batches, so that other organizations are not held up. */
const READ_AT_ONCE = 100

/**
 * Sends what people write in the streams of numbers as texts. The texts and the id of the message are one transaction of
 * the telephony, so each message is sent once, whenever the process dies. Returns whether it has moved on.
 */
export async function sendReplies(
  workspace: Workspace,
  { realm_id: realmId, company_id: companyId }: WorkspacesTable,
  stopping?: AbortSignal,
): Promise<boolean> {
  const { database, telephony } = workspace
  let last = await findLastSent(telephony.database.read, companyId)
  if (last === undefined) return false
  const replies = await listRepliesAfter(database.read, realmId, last, READ_AT_ONCE)
  const company = replies.length > 0 ? await currentCompany(telephony, companyId) : undefined
  if (company?.status !== 'active') return false
  for (const reply of replies) {
    if (stopping?.aborted) return false
    const sender = await usersTable.find(database.read, { realm_id: realmId, id: reply.sender_id })
    // Bots do not text: two machines would answer each other forever, and the bridge writes as one itself. A message
    // that was moved here was written for the readers of another stream.
    const isMoved =
      !sender || isBot(sender) || reply.from_stream !== null
        ? await moveOn(workspace, company, last, reply)
        : await sendReply(workspace, company, sender, last, reply)
    if (!isMoved) return false
    last = reply.id
  }
  return replies.length > 0
}

const moveOn = ({ telephony }: Workspace, { id }: Company, last: number, reply: Reply) =>
  telephony.transact(id, ({ db }) => moveLastSent(db, id, last, reply.id))

async function sendReply(
  workspace: Workspace,
  company: Company,
  sender: User,
  last: number,
  reply: Reply,
): Promise<boolean> {
  const { telephony } = workspace
  try {
    // Its sender has chosen other recipients, or none.
    if (reply.from_topic !== null) {
      throw new Problem(400, 'The message was moved to another topic before it was sent')
    }
    const actor = await actorOf(workspace, company, sender)
    const text = withoutUploadLinks(reply.content)
    if (text.length > MAX_TEXT_LENGTH)
      throw new Problem(400, `A text has at most ${MAX_TEXT_LENGTH} characters`)
    const files = reply.has_attachment ? await copyToPhones(workspace, actor, reply) : []
    if (files.length > MAX_FILES) throw new Problem(400, `A text has at most ${MAX_FILES} files`)
    const conversationId = await conversationOf(workspace, actor, reply)
    const input = { text, files: files.map(({ id }) => id), with_warning: true }
    return await telephony.transact(company.id, async (tx) => {
      if (!(await moveLastSent(tx.db, company.id, last, reply.id))) return false
      await addFiles(workspace, tx, actor, files)
      for (const { id } of await publishWithin(telephony, tx, actor, conversationId, input)) {
        await insertSentMessage(tx.db, { company_id: company.id, text_id: id, message_id: reply.id })
      }
      return true
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    await refuseReply(workspace, reply, error.message)
    return moveOn(workspace, company, last, reply)
  }
}

/**
 * Everyone who may write in the stream may text with its number, even if they may not use it in the portal. The audit
 * trail names them, so they need a phone user.
 */
async function actorOf({ telephony, database }: Workspace, company: Company, sender: User): Promise<Actor> {
  const member = await workspaceMembersTable.find(database.read, {
    realm_id: sender.realm_id,
    user_id: sender.id,
  })
  const contact = member?.contact_id
    ? await telephony.contacts.get(contactKey(company.id, member.contact_id))
    : undefined
  if (!contact?.activated || !mayInWorkspace(sender, 'send texts by writing in a stream')) {
    throw new Problem(400, `${sender.full_name} has no phone user. An administrator can choose one`)
  }
  return { company, contact, caller: { kind: 'person', role: 'owner', owner: null } }
}

async function conversationOf(workspace: Workspace, actor: Actor, reply: Reply): Promise<string> {
  const texted = await findTexted(workspace, actor.company, reply.number, reply)
  if (texted.kind === 'conversation') return texted.id
  if (texted.kind === 'nobody') {
    throw new Problem(
      400,
      'This topic is no text conversation. To start one, name a topic after a number, such as +12025550123',
    )
  }
  const opened = await openConversation(workspace.telephony, actor, {
    from_number: reply.number,
    recipients: [{ number: texted.number }],
  })
  return opened.id
}

/** Says in the topic why a message was not sent. Once, even if the process dies before it moves on. */
async function refuseReply(workspace: Workspace, reply: Reply, reason: string): Promise<void> {
  const realm = await workspace.realmsById.get(reply.realm_id)
  if (!realm) return
  await workspace.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const bot = await findSystemBot(db, realm.id)
    const key = { realm_id: realm.id, user_id: bot.id, key: `bridge ${reply.id}` }
    const stream = await findStream(db, realm.id, reply.stream_id!)
    if (!stream || stream.deactivated || (await findSent(db, key)) !== undefined) return
    const id = await sendNotification(workspace, transaction, realm, {
      stream,
      topic: reply.topic,
      content: `Not sent: ${plain(reason)}.`,
    })
    await sendKeysTable.insert(db, { ...key, message_id: id, created_at: secondsOf(workspace.clock) })
  })
}

/** A file that is stored, but has no row yet. If it never gets one, a sweep removes its bytes. */
interface KeptFile {
  id: string
  name: string
  kept: KeptContent
}

/** Copies the bytes of the files of a message to the telephony. */
async function copyToPhones(
  { database, telephony, contents, clock }: Workspace,
  { company }: Actor,
  message: MessagesTable,
): Promise<KeptFile[]> {
  const files: KeptFile[] = []
  for (const attachmentId of await listClaimedBy(database.read, message.realm_id, message.id)) {
    const upload = await attachmentsTable.find(database.read, {
      realm_id: message.realm_id,
      id: attachmentId,
    })
    if (!upload) continue
    const { name, token } = upload
    if (upload.size > MAX_FILE_BYTES) throw new Problem(400, `${name} is too large for a text`)
    const file = { id: newObjectId(clock), name }
    const place = placeOfUpload(message.realm_id, token)
    const kept = await withCopyOf(contents, place, name, (copy) =>
      keepContent(telephony, company, file, copy),
    ).catch((error) => {
      if (error instanceof ContentGone) throw new Problem(400, `${name} was deleted`)
      throw error
    })
    files.push({ ...file, kept })
  }
  return files
}

/** In the transaction that sends them. */
async function addFiles(
  { telephony: { clock } }: Workspace,
  tx: TelephonyTransaction,
  actor: Actor,
  files: readonly KeptFile[],
): Promise<void> {
  const { company, contact } = actor
  for (const { id, name, kept } of files) {
    await insertFile(tx.db, {
      ...kept.columns,
      company_id: company.id,
      id,
      internal_id: await tx.next('file'),
      user_id: contact.id,
      name,
      description: '',
      uploaded_name: name,
      uploaded_at: clock.now(),
      created_at: clock.now(),
    })
    const [row] = await findFiles(tx.db, company.id, [id])
    // The audit trail has no previews.
    const after = { ...fileView(row!, company.public_id), preview: null }
    await recordChange(tx, clock, actor, { action: 'file.created', id, before: null, after })
  }
}

/** The links of uploads in a message; the files themselves go with the text. */
const withoutUploadLinks = (content: string) =>
  content.replaceAll(/!?\[[^[\]]*\]\(\/user_uploads\/[^()]*\)/g, '').trim()
