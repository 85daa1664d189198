import { badRequest } from '../../chat/chat-error.ts'
import type { Actor } from '../../chat/identity/users/user.ts'
import { accessStreamById, findKnownStream } from '../../chat/streams/stream-access.ts'
import { secondsOf } from '../../platform/clock.ts'
import { readHead } from '../../platform/events/event-store.ts'
import {
  findTextingNumber,
  listTextingNumbers,
} from '../../telephony/texting/numbers/texting-number-store.ts'
import { findWorkspace } from '../accounts/workspace-store.ts'
import type { Workspace } from '../workspace.ts'
import { startAtPosition } from './bridge-position-store.ts'
import { findNewestMessageId } from './bridged-message-store.ts'
import {
  deleteBridgedNumber,
  deleteNumbersOfArchived,
  insertBridgedNumber,
  listBridgedNumbers,
} from './bridged-number-store.ts'
import { numbersChanged } from './number-events.ts'
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
  // What was written or texted before does not cross the bridge.
  const position = await readHead(telephony.database.read, companyId)
  await telephony.transact(companyId, ({ db }) => startAfterMessage(db, companyId, 0))
  await workspace.transact(realm.id, async ({ db, announce }) => {
    const stream = await accessStreamById(db, actor, streamId)
    if (!stream || stream.deactivated) throw badRequest('Invalid stream ID')
    await startAtPosition(db, realm.id, position)
    await deleteNumbersOfArchived(db, realm.id)
    const row = {
      realm_id: realm.id,
      stream_id: streamId,
      number,
      after_message_id: await findNewestMessageId(db, realm.id),
      after_position: position,
      created_at: secondsOf(workspace.clock),
    }
    if (!(await insertBridgedNumber(db, row))) {
      throw badRequest('The stream has a number already, or the number a stream.')
    }
    announce(numbersChanged())
  })
}

export async function untieNumber(workspace: Workspace, { realm }: Actor, streamId: number): Promise<void> {
  await workspace.transact(realm.id, async ({ db, announce }) => {
    if (!(await deleteBridgedNumber(db, realm.id, streamId))) throw badRequest('The stream has no number.')
    announce(numbersChanged())
  })
}

/** Of the streams that the actor may know of. */
export async function listTiedNumbers({ database }: Workspace, actor: Actor) {
  const tied: { stream_id: number; number: string }[] = []
  for (const { stream_id, number } of await listBridgedNumbers(database.read, actor.realm.id)) {
    const stream = await findKnownStream(database.read, actor, stream_id)
    if (stream && !stream.deactivated) tied.push({ stream_id, number })
  }
  return tied
}

/** Texting numbers of the company that no stream has. */
export async function listFreeNumbers(
  { database, telephony }: Workspace,
  { realm }: Actor,
): Promise<string[]> {
  const link = await findWorkspace(database.read, realm.id)
  if (!link) return []
  const tied = new Set((await listBridgedNumbers(database.read, realm.id)).map(({ number }) => number))
  const all = await listTextingNumbers(telephony.database.read, link.company_id, undefined)
  return all.map(({ number }) => number).filter((number) => !tied.has(number))
}
