import type { RefuseLink } from '../../chat/chat-platform.ts'
import type { ChatTables } from '../../chat/chat-tables.ts'
import { usersTable } from '../../chat/identity/users/users-table.ts'
import type { Database } from '../../platform/database/database.ts'
import { companiesTable } from '../../telephony/identity/company.ts'
import type { TelephonyTables } from '../../telephony/telephony-tables.ts'
import { mayInWorkspace } from '../workspace-permissions.ts'
import { workspaceMembersTable } from './workspace-tables.ts'

interface Databases {
  readonly chat: Database<ChatTables>
  readonly telephony: Database<TelephonyTables>
}

const REFUSAL =
  'This account owns the phones: only its owner or the operator of the server may get a link to reset its password.'

/** A link into the account of the owner of the phones would make every administrator of the chat their owner. */
export function createRefuseLink({ chat: { read }, telephony }: Databases): RefuseLink {
  const ownsPhones = async (realmId: number, userId: number) => {
    const member = await workspaceMembersTable.find(read, { realm_id: realmId, user_id: userId })
    if (!member || member.contact_id === null) return false
    const company = await companiesTable.find(telephony.read, { id: member.company_id })
    return company?.primary_contact_id === member.contact_id
  }
  return async (realmId, actorId, userId) => {
    if (!(await ownsPhones(realmId, userId))) return undefined
    if (actorId === null) return REFUSAL
    const actor = await usersTable.find(read, { realm_id: realmId, id: actorId })
    const isOwner = actorId === userId || (await ownsPhones(realmId, actorId))
    if (actor && mayInWorkspace(actor, 'get a password link for the owner of the phones', isOwner))
      return undefined
    return REFUSAL
  }
}
