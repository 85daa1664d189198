import type { Db } from '../../chat/chat-platform.ts'
import type { Handle } from '../../platform/database/database.ts'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { WorkspaceMembersTable, WorkspacesTable, WorkspaceTables } from './workspace-tables.ts'

/** The tables of the workspace, over a handle of the chat. */
const within = (db: Db): Handle<WorkspaceTables> => uncheckedCast(db)

export async function insertWorkspace(db: Db, row: WorkspacesTable): Promise<boolean> {
  const inserted = await within(db)
    .insertInto('workspaces')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('realm_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findWorkspace(db: Db, realmId: number): Promise<WorkspacesTable | undefined> {
  return within(db).selectFrom('workspaces').selectAll().where('realm_id', '=', realmId).executeTakeFirst()
}

export async function findWorkspaceOfCompany(
  db: Db,
  companyId: number,
): Promise<WorkspacesTable | undefined> {
  return within(db)
    .selectFrom('workspaces')
    .selectAll()
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

export async function listWorkspaces(db: Db): Promise<WorkspacesTable[]> {
  return within(db).selectFrom('workspaces').selectAll().orderBy('realm_id').execute()
}

export async function insertMember(db: Db, row: WorkspaceMembersTable): Promise<void> {
  await within(db).insertInto('workspace_members').values(row).execute()
}

export async function findMember(
  db: Db,
  realmId: number,
  userId: number,
): Promise<WorkspaceMembersTable | undefined> {
  return within(db)
    .selectFrom('workspace_members')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

export async function findMemberOfContact(
  db: Db,
  companyId: number,
  contactId: string,
): Promise<WorkspaceMembersTable | undefined> {
  return within(db)
    .selectFrom('workspace_members')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst()
}

/** The accounts of those users of the company who have one. */
export async function listMembersOfContacts(
  db: Db,
  realmId: number,
  contactIds: readonly string[],
): Promise<WorkspaceMembersTable[]> {
  if (contactIds.length === 0) return []
  return within(db)
    .selectFrom('workspace_members')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('contact_id', 'in', [...contactIds])
    .execute()
}

/** By account, after an account. */
export async function listMembers(
  db: Db,
  realmId: number,
  afterUserId: number,
  limit: number,
): Promise<WorkspaceMembersTable[]> {
  return within(db)
    .selectFrom('workspace_members')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '>', afterUserId)
    .orderBy('user_id')
    .limit(limit)
    .execute()
}

export async function updateMember(
  db: Db,
  { realm_id, user_id }: Pick<WorkspaceMembersTable, 'realm_id' | 'user_id'>,
  changes: Partial<WorkspaceMembersTable>,
): Promise<void> {
  await within(db)
    .updateTable('workspace_members')
    .set(changes)
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .execute()
}

export async function deleteMember(
  db: Db,
  { realm_id, user_id }: Pick<WorkspaceMembersTable, 'realm_id' | 'user_id'>,
): Promise<void> {
  await within(db)
    .deleteFrom('workspace_members')
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .execute()
}
