import type { BeyondChat } from '../../chat/chat-platform.ts'
import { underLegalHold } from '../../chat/identity/legal-holds/held.ts'
import { currentCompany } from '../../telephony/identity/current-company.ts'
import { workspaceMembersTable } from '../accounts/workspace-tables.ts'
import type { Workspace } from '../workspace.ts'
import { erasePhones, hasHeldCalls } from './erase-phones.ts'
import { exportPhones } from './export-phones.ts'
import { listStored } from './list-stored.ts'

/** The phones of people, for the chat. `workspace` is called when both products exist. */
export function createBeyondChat(workspace: () => Workspace): BeyondChat {
  return {
    async refuseErasure(realmId, userId) {
      const { database, telephony } = workspace()
      const member = await workspaceMembersTable.find(database.read, { realm_id: realmId, user_id: userId })
      if (!member || member.contact_id === null) return undefined
      const company = await currentCompany(telephony, member.company_id)
      if (!company) return undefined
      if (company.primary_contact_id === member.contact_id)
        return 'This person owns the phones: a company needs its owner.'
      // As with the private conversations of the chat.
      if (await hasHeldCalls(telephony, company, member.contact_id))
        throw underLegalHold('This person, or a call of this person, is')
      return undefined
    },
    exportPerson: (realmId, userId) => exportPhones(workspace(), realmId, userId),
    listStored: (realmId) => listStored(workspace(), realmId),
    erase: (realmId, userId) => erasePhones(workspace(), realmId, userId),
  }
}
