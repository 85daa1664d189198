import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { InitialPart } from '../initial-context.ts'
import { accessAccount } from '../user-access.ts'
import { viewPersonStatus, viewPersonStatuses } from './person-status-view.ts'
import { personStatusesTable } from './person-statuses-table.ts'

export async function getPersonStatus(chat: ChatPlatform, { realm }: Actor, userId: number) {
  const db = chat.database.read
  const user = await accessAccount(db, realm, userId)
  const row = await personStatusesTable.find(db, { realm_id: realm.id, user_id: user.id })
  return row ? viewPersonStatus(row) : {}
}

export const initialPersonStatuses: InitialPart = async ({ db, actor }) => ({
  user_status: viewPersonStatuses(await personStatusesTable.list(db, { realm_id: actor.realm.id })),
})
