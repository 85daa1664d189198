import type { Chat } from '../../chat/chat.ts'
import { findHolds } from '../../chat/identity/legal-holds/held.ts'
import type { LegalHolds } from '../../telephony/legal-holds.ts'
import { workspaceMembersTable, workspacesTable } from '../accounts/workspace-tables.ts'

/** The holds on people of the chat, as holds on their phone users. */
export const createLegalHolds = ({ database }: Chat): LegalHolds => ({
  async heldUsers(companyId) {
    const { read } = database
    const link = await workspacesTable.findBy(read, { company_id: companyId })
    if (!link) return []
    const { users } = await findHolds(read, link.realm_id)
    if (users.size === 0) return []
    const members = await workspaceMembersTable.list(read, {
      realm_id: link.realm_id,
      user_id: [...users],
      company_id: companyId,
    })
    return members.flatMap(({ contact_id: id }) => id ?? [])
  },
})
