import { badRequest } from '../../chat/chat-error.ts'
import type { Actor } from '../../chat/identity/users/user.ts'
import { accessStreamById } from '../../chat/streams/stream-access.ts'
import { secondsOf } from '../../platform/clock.ts'
import { readHead } from '../../platform/events/event-store.ts'
import { findTextingNumber } from '../../telephony/texting/numbers/texting-number-store.ts'
import { findWorkspace } from '../accounts/workspace-store.ts'
import type { Workspace } from '../workspace.ts'
import {
  deleteBridgedNumber,
  findNewestMessageId,
  insertBridgedNumber,
  listBridgedNumbers,
  startAtPosition,
} from './bridge-store.ts'
import { startAfterMessage } from './sent-message-store.ts'

/** From now on, each text conversation of the number is a topic of the stream, and replies there are texts. */
export async function tieNumber(
  workspace: Workspace,
  actor: Actor,
  streamId: number,
  number: string,
): Promise<void> {
  const { telephony, database } = workspace
  const { realm } = actor
  const link = await findWorkspace(database.read, realm.id)
  if (!link) throw badRequest('This organization has no company for phones yet.')
  const { company_id: companyId } = link
  if (!(await findTextingNumber(telephony.database.read, companyId, number))) {
    throw badRequest(`The company has no texting number '${number}'.`)
  }
  if (!(await accessStreamById(database.read, actor, streamId))) throw badRequest('Invalid stream ID')
  // What was written or texted before does not cross the bridge.
  const position = await readHead(telephony.database.read, companyId)
  await telephony.transact(companyId, ({ db }) => startAfterMessage(db, companyId, 0))
  await workspace.transact(realm.id, async ({ db }) => {
    await startAtPosition(db, realm.id, position)
    const row = {
      realm_id: realm.id,
      stream_id: streamId,
      number,
      after_message_id: await findNewestMessageId(db, realm.id),
      created_at: secondsOf(workspace.clock),
    }
    if (!(await insertBridgedNumber(db, row))) {
      throw badRequest('The stream has a number already, or the number a stream.')
    }
  })
}

export async function untieNumber(workspace: Workspace, { realm }: Actor, streamId: number): Promise<void> {
  await workspace.transact(realm.id, async ({ db }) => {
    if (!(await deleteBridgedNumber(db, realm.id, streamId))) throw badRequest('The stream has no number.')
  })
}

/** Of the streams that the actor can see. */
export async function listTiedNumbers({ database }: Workspace, actor: Actor) {
  const tied: { stream_id: number; number: string }[] = []
  for (const { stream_id, number } of await listBridgedNumbers(database.read, actor.realm.id)) {
    if (await accessStreamById(database.read, actor, stream_id)) tied.push({ stream_id, number })
  }
  return tied
}
