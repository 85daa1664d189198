import type { Db } from '../../chat/chat-platform.ts'
import type { Handle } from '../../platform/database/database.ts'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { WorkspaceMembersTable, WorkspaceTables } from './workspace-tables.ts'

/** The tables of the workspace, over a handle of the chat. */
const within = (db: Db): Handle<WorkspaceTables> => uncheckedCast(db)

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
