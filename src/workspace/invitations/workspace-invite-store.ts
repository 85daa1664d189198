import type { Db } from '../../chat/chat-platform.ts'
import type { Handle } from '../../platform/database/database.ts'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { WorkspaceInvitesTable, WorkspaceInviteTables } from './workspace-invites-table.ts'

const within = (db: Db): Handle<WorkspaceInviteTables> => uncheckedCast(db)

/** Replaces the one of an earlier invitation. */
export async function putWorkspaceInvite(db: Db, row: WorkspaceInvitesTable): Promise<void> {
  const { company_id: _company, contact_id: _contact, ...fresh } = row
  await within(db)
    .insertInto('workspace_invites')
    .values(row)
    .onConflict((conflict) => conflict.columns(['company_id', 'contact_id']).doUpdateSet(fresh))
    .execute()
}

export async function findWorkspaceInvite(
  db: Db,
  companyId: number,
  contactId: string,
): Promise<WorkspaceInvitesTable | undefined> {
  return within(db)
    .selectFrom('workspace_invites')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
}

/** Of one organization or company, or of all. */
export async function listWorkspaceInvites(
  db: Db,
  of: Partial<Pick<WorkspaceInvitesTable, 'realm_id' | 'company_id'>> = {},
): Promise<WorkspaceInvitesTable[]> {
  let query = within(db).selectFrom('workspace_invites').selectAll()
  if (of.realm_id !== undefined) query = query.where('realm_id', '=', of.realm_id)
  if (of.company_id !== undefined) query = query.where('company_id', '=', of.company_id)
  return query.orderBy('company_id').orderBy('contact_id').execute()
}

/** Unless a newer one has replaced it. */
export async function deleteWorkspaceInvite(db: Db, row: WorkspaceInvitesTable): Promise<void> {
  await within(db)
    .deleteFrom('workspace_invites')
    .where('company_id', '=', row.company_id)
    .where('contact_id', '=', row.contact_id)
    .where('invite_id', '=', row.invite_id)
    .execute()
}
