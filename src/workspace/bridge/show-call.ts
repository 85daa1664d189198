import type { ChatEvent } from '../../chat/chat-event-map.ts'
import type { ChatTransaction, Db } from '../../chat/chat-platform.ts'
import { settingsOf } from '../../chat/identity/users/user-settings.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import {
  changePersonStatus,
  noStatus,
  noStatusText,
} from '../../chat/people/user-status/change-person-status.ts'
import { personStatusesTable } from '../../chat/people/user-status/person-statuses-table.ts'
import { additionalStatus } from '../../telephony/status/user-status.ts'
import { findUserStatuses, listNotedCalls } from '../../telephony/status/user-status-store.ts'
import { workspaceMembersTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import type { CallStatusesTable } from './bridge-tables.ts'
import { deleteCallStatus, hasCallStatus, insertCallStatus, listCallStatuses } from './call-status-store.ts'
import type { EffectOf } from './crossing.ts'
import { onCallColumns } from './share-status.ts'

/** Shows in the chat whether a person is on a call, unless they have turned their presence off. */
export const showCall: EffectOf<'changed'> = async ({ workspace, company }, { payload: { kind, id } }) => {
  if (kind !== 'user_status') return undefined
  const member = await workspaceMembersTable.findBy(workspace.database.read, {
    company_id: company.id,
    contact_id: id,
  })
  if (!member) return undefined
  const isOnCall = await isInCall(workspace, company.id, id)
  return (transaction) => setCallStatus(transaction, member, isOnCall)
}

/**
 * Corrects what no event of a status causes: accounts that were linked or unlinked during a call, and people who turned
 * their presence off or on.
 */
export async function correctShownCalls(workspace: Workspace): Promise<void> {
  const { database, telephony } = workspace
  const wrong: { person: CallStatusesTable; isOnCall: boolean }[] = []
  for (const person of await listCallStatuses(database.read)) {
    const member = await workspaceMembersTable.find(database.read, person)
    const isOnCall =
      member?.contact_id != null &&
      (await showsPresence(database.read, person)) &&
      (await isInCall(workspace, member.company_id, member.contact_id))
    if (!isOnCall) wrong.push({ person, isOnCall })
  }
  for (const { company_id: companyId, user_id: contactId } of await listNotedCalls(telephony.database.read)) {
    const member = await workspaceMembersTable.findBy(database.read, {
      company_id: companyId,
      contact_id: contactId,
    })
    if (!member || (await hasCallStatus(database.read, member))) continue
    if (await showsPresence(database.read, member)) wrong.push({ person: member, isOnCall: true })
  }
  for (const { person, isOnCall } of wrong) {
    await workspace.transact(person.realm_id, (transaction) => setCallStatus(transaction, person, isOnCall))
  }
}

/** Whether statuses of calls must be corrected after this event. */
export const concernsShownCalls = (event: ChatEvent): boolean =>
  event.type === 'user_settings' && event.payload.property === 'presence_enabled'

async function showsPresence(db: Db, { realm_id, user_id }: CallStatusesTable): Promise<boolean> {
  const user = await usersTable.find(db, { realm_id, id: user_id })
  return user !== undefined && settingsOf(user).presence_enabled
}

async function isInCall({ telephony }: Workspace, companyId: number, contactId: string): Promise<boolean> {
  const status = (await findUserStatuses(telephony.database.read, companyId, [contactId])).get(contactId)
  if (!status) return false
  // Who only says so has chosen it, as any other status.
  const { status: shown, action_type: type } = additionalStatus(status)
  return shown === 'on_a_call' && type === 'automatic'
}

/** Never changes a status that the person has set. */
async function setCallStatus(
  transaction: ChatTransaction,
  { realm_id, user_id }: CallStatusesTable,
  isOnCall: boolean,
): Promise<void> {
  const { db } = transaction
  const key = { realm_id, user_id }
  const shown = { ...noStatus, ...(await personStatusesTable.find(db, { realm_id, user_id })) }
  // The text comes and goes with the call, and what the person has chosen besides stays as long as it would.
  const { clear_at } = shown
  if (isOnCall && (await showsPresence(db, key))) {
    if (shown.do_not_disturb || !isSame(shown, noStatusText) || (await hasCallStatus(db, key))) return
    await insertCallStatus(db, key)
    await changePersonStatus(transaction, key, { ...onCallColumns, ...(clear_at && { clear_at }) })
  } else if ((await deleteCallStatus(db, key)) && isSame(shown, onCallColumns)) {
    await changePersonStatus(transaction, key, { ...noStatusText, ...(clear_at && { clear_at }) })
  }
}

const isSame = (one: typeof noStatusText, other: typeof noStatusText) =>
  one.status_text === other.status_text && one.emoji_code === other.emoji_code
