import type { Chat } from '../../chat.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { InitialPart } from '../initial-context.ts'
import { accessAccount } from '../user-access.ts'
import { findPersonStatus, listPersonStatuses } from './person-status-store.ts'
import { viewPersonStatus, viewPersonStatuses } from './person-status-view.ts'

export async function getPersonStatus(chat: Chat, { realm }: Actor, userId: number) {
  const db = chat.database.read
  const user = await accessAccount(db, realm, userId)
  const row = await findPersonStatus(db, realm.id, user.id)
  return row ? viewPersonStatus(row) : {}
}

export const initialPersonStatuses: InitialPart = async ({ db, actor }) => ({
  user_status: viewPersonStatuses(await listPersonStatuses(db, actor.realm.id)),
})
