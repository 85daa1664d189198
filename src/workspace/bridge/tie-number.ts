import { badRequest } from '../../chat/chat-error.ts'
import type { Actor } from '../../chat/identity/users/user.ts'
import { accessStreamById, findKnownStream } from '../../chat/streams/stream-access.ts'
import { secondsOf } from '../../platform/clock.ts'
import { readHead } from '../../platform/database/log-head-store.ts'
import { userNotices } from '../../telephony/company/contacts/user-notice-events.ts'
import { type Author, serverItself } from '../../telephony/identity/actor.ts'
import type { Company } from '../../telephony/identity/company.ts'
import { type Contact, contactKey } from '../../telephony/identity/contact.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import {
  findTextingNumber,
  listTextingNumbers,
  type TextingNumber,
} from '../../telephony/texting/numbers/texting-number-store.ts'
import { workspaceMembersTable, workspacesTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { findNewestMessageId, startAfterMessage } from './bridged-message-store.ts'
import {
  deleteBridgedNumber,
  deleteNumbersOfArchived,
  insertBridgedNumber,
  listBridgedNumbers,
  startAtPosition,
} from './bridged-number-store.ts'
import { numbersChanged } from './number-events.ts'

/** From now on, each text conversation of the number is a topic of the stream, and replies there are texts. */
export async function tieNumber(
  workspace: Workspace,
  actor: Actor,
  streamId: number,
  number: string,
): Promise<void> {
  const { telephony, database } = workspace
  const { realm } = actor
  const link = await workspacesTable.find(database.read, { realm_id: realm.id })
  if (!link) throw badRequest('This organization has no phones yet.')
  const { company_id: companyId } = link
  const found = await findTextingNumber(telephony.database.read, companyId, number)
  if (!found) throw badRequest(`The organization has no texting number '${number}'.`)
  const reader = await readerOf(workspace, companyId, actor)
  if (!mayTie(reader, found)) {
    throw badRequest(
      'This number belongs to other users. Only they and the owner may show its texts in a stream.',
    )
  }
  // What was written or texted before does not cross the bridge.
  const position = await readHead(telephony.database.read, companyId)
  await telephony.transact(companyId, ({ db }) => startAfterMessage(db, companyId, 0))
  await workspace.transact(realm.id, async ({ db, announce }) => {
    const stream = await accessStreamById(db, actor, streamId)
    if (!stream || stream.deactivated) throw badRequest('Invalid stream ID')
    await startAtPosition(db, realm.id, position)
    await deleteNumbersOfArchived(db, realm.id)
    const row = {
      realm_id: realm.id,
      stream_id: streamId,
      number,
      after_message_id: await findNewestMessageId(db, realm.id),
      after_position: position,
      created_at: secondsOf(workspace.clock),
    }
    if (!(await insertBridgedNumber(db, row))) {
      throw badRequest('The stream has a number already, or the number a stream.')
    }
    announce(numbersChanged())
  })
  const { company, contact } = reader
  const author: Author = contact
    ? { company, contact, caller: { kind: 'person', role: 'user', owner: null } }
    : serverItself(company)
  await telephony.transact(companyId, async (tx) => {
    const text = `shows the texts of your number ${number} in a stream of the chat`
    for (const notice of userNotices(telephony.clock, author, found.users, text)) tx.announce(notice)
  })
}

interface NumberReader {
  company: Company
  /** the phone user of the account, if it has one */
  contact: Contact | undefined
}

async function readerOf(
  { database, telephony }: Workspace,
  companyId: number,
  { realm, user }: Actor,
): Promise<NumberReader> {
  const company = await currentCompany(telephony, companyId)
  const member = await workspaceMembersTable.find(database.read, { realm_id: realm.id, user_id: user.id })
  const contact = member?.contact_id
    ? await telephony.contacts.get(contactKey(companyId, member.contact_id))
    : undefined
  return { company: company!, contact }
}

/** Readers of the stream read the texts of the number. So those who tie it must be allowed to read them. */
const mayTie = ({ company, contact }: NumberReader, { users }: TextingNumber): boolean =>
  users.length === 0 ||
  (contact !== undefined && (contact.id === company.primary_contact_id || users.includes(contact.id)))

export async function untieNumber(workspace: Workspace, { realm }: Actor, streamId: number): Promise<void> {
  await workspace.transact(realm.id, async ({ db, announce }) => {
    if (!(await deleteBridgedNumber(db, realm.id, streamId))) throw badRequest('The stream has no number.')
    announce(numbersChanged())
  })
}

/** Of the streams that the actor may know of. */
export async function listTiedNumbers({ database }: Workspace, actor: Actor) {
  const tied: { stream_id: number; number: string }[] = []
  for (const { stream_id, number } of await listBridgedNumbers(database.read, actor.realm.id)) {
    const stream = await findKnownStream(database.read, actor, stream_id)
    if (stream && !stream.deactivated) tied.push({ stream_id, number })
  }
  return tied
}

/** Texting numbers of the company that no stream has, and that the actor may tie to one. */
export async function listFreeNumbers(workspace: Workspace, actor: Actor): Promise<string[]> {
  const { database, telephony } = workspace
  const { realm } = actor
  const link = await workspacesTable.find(database.read, { realm_id: realm.id })
  if (!link) return []
  const tied = new Set((await listBridgedNumbers(database.read, realm.id)).map(({ number }) => number))
  const all = await listTextingNumbers(telephony.database.read, link.company_id, undefined)
  const reader = await readerOf(workspace, link.company_id, actor)
  return all.filter((one) => !tied.has(one.number) && mayTie(reader, one)).map(({ number }) => number)
}
