import { badRequest } from '../../chat/chat-error.ts'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Workspace } from '../workspace.ts'
import { workspacesTable } from './workspace-tables.ts'

/** From now on, the people of the organization are users of the company. The accounts are linked by a job. */
export function linkCompany(workspace: Workspace, realm: Realm, companyId: number): Promise<void> {
  return workspace.transact(realm.id, async ({ db }) => {
    if (await workspacesTable.find(db, { realm_id: realm.id }))
      throw badRequest('This organization has a company already.')
    if (await workspacesTable.findBy(db, { company_id: companyId })) {
      throw badRequest('This company belongs to another organization.')
    }
    const row = { realm_id: realm.id, company_id: companyId, created_at: secondsOf(workspace.clock) }
    // Another organization may have been faster.
    if (!(await workspacesTable.insertIfAbsent(db, row)))
      throw badRequest('This company belongs to another organization.')
  })
}
