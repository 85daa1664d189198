import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { pictureFile, removePictures } from '../../files/pictures/public-picture.ts'
import { recordAccount } from '../../identity/audit/record-audit.ts'
import { findHolds, underLegalHold } from '../../identity/legal-holds/held.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { type Actor, isBot, type User } from '../../identity/users/user.ts'
import { mediumFile } from '../../people/avatars/set-avatar.ts'
import { accessAccount, noSuchUser } from '../../people/user-access.ts'
import { listConversationsWith } from '../../streams/recipients/recipient-store.ts'
import { refuseLastAdministratorLeaving } from '../last-administrator.ts'
import { emptyAccount } from './empty-account.ts'
import { emptyAuditOfInvites, hasWrittenIn } from './erasure-store.ts'
import {
  type ErasedMessages,
  type PersonErasuresTable,
  personErasuresTable,
} from './person-erasures-table.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    person_erasure: { userId: number }
  }
}

/**
 * Empties the account of a person at once, and queues the erasure of everything else (see erase-person.ts). Nobody can
 * undo it.
 */
export async function orderErasure(
  chat: ChatPlatform,
  // The command line has no acting user.
  { realm, user: actor }: Pick<Actor, 'realm'> & Partial<Actor>,
  userId: number,
  messages: ErasedMessages,
): Promise<void> {
  const refusal = await chat.beyondChat.refuseErasure(realm.id, userId)
  if (refusal !== undefined) throw badRequest(refusal)
  const picture = await chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const user = await accessAccount(db, realm, userId)
    if (isBot(user)) throw noSuchUser()
    if (await personErasuresTable.find(db, { realm_id: realm.id, user_id: userId }))
      throw badRequest('This person has been erased already')
    await refuseLastAdministratorLeaving(db, user)
    await refuseHeld(db, user)
    await emptyAuditOfInvites(db, user)
    await emptyAccount(chat, transaction, user)
    await personErasuresTable.insert(db, {
      realm_id: realm.id,
      user_id: userId,
      messages,
      acting_user_id: actor?.id ?? null,
      requested_at: secondsOf(chat.clock),
      step: 0,
      position: 0,
      deleted_messages: 0,
      finished_at: null,
    })
    await transaction.outbox.add('person_erasure', { payload: { userId } })
    await recordAccount(transaction, user, 'erased', { after: { messages } })
    return user.avatar_url
  })
  if (picture === null) return
  // What a crash leaves here is collected later: see chat-jobs.ts.
  const file = pictureFile(picture)
  await removePictures(chat, 'avatars', realm.id, [file, mediumFile(file)])
}

/** Also those that are finished. */
export const listErasures = ({ database }: ChatPlatform, realm: Realm): Promise<PersonErasuresTable[]> =>
  personErasuresTable.list(database.read, { realm_id: realm.id })

/** Their name belongs to what is held. */
async function refuseHeld(db: Db, { realm_id: realmId, id }: User): Promise<void> {
  const { users, streams } = await findHolds(db, realmId)
  if (users.has(id)) throw underLegalHold('This person is')
  if (await hasWrittenIn(db, realmId, id, [...streams]))
    throw underLegalHold('A stream in which this person has written is')
  for (const other of users) {
    if ((await listConversationsWith(db, realmId, id, other, 2)).length > 0)
      throw underLegalHold('A private conversation of this person is')
  }
}
