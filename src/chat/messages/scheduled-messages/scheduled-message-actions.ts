import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction, Db } from '../../chat-platform.ts'
import { isHumanInterface } from '../../http/client-name.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Streams } from '../../streams/streams.ts'
import { checkContent } from '../message-content.ts'
import type { Rendering } from '../rendering.ts'
import type { NamedRecipients } from '../sending/read-recipients.ts'
import { renderContent } from '../sending/render-content.ts'
import { checkDeliveryTime } from './delivery-time.ts'
import {
  type DestinationColumns,
  destinationColumns,
  messageKind,
  peopleOf,
} from './scheduled-destination.ts'
import {
  messageScheduled,
  scheduledMessageRemoved,
  scheduledMessageUpdated,
} from './scheduled-message-events.ts'
import { type ScheduledMessagesTable, scheduledMessagesTable } from './scheduled-messages-table.ts'

/** Every client of the user loads all of them. */
const SCHEDULED_LIMIT = 500

/** Undefined fields keep their value. */
export interface ScheduledMessageChange {
  type: string | undefined
  to: NamedRecipients | undefined
  topic: string | undefined
  content: string | undefined
  deliverAt: number | undefined
}

/** A failed message is retried at its new time. */
export async function changeScheduledMessage(
  chat: Rendering,
  actor: Actor,
  id: number,
  wanted: ScheduledMessageChange,
): Promise<void> {
  if (Object.values(wanted).every((value) => value === undefined)) throw badRequest('Nothing to change')
  const content = wanted.content === undefined ? undefined : checkContent(wanted.content)
  const rendered = content === undefined ? undefined : await renderContent(chat, actor, content)
  await chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const row = await findOwn(db, actor, id)
    checkDeliveryTime(chat.clock, wanted.deliverAt ?? row.deliver_at)
    const changes = {
      ...(await newDestination(chat, transaction, actor, row, wanted)),
      ...(rendered && { content: content!, rendered_content: rendered.html }),
      deliver_at: wanted.deliverAt ?? row.deliver_at,
      failed: 0,
      failure_message: null,
    }
    await scheduledMessagesTable.update(db, { realm_id: actor.realm.id, id }, changes)
    transaction.announce(scheduledMessageUpdated({ ...row, ...changes }))
  })
}

export function deleteOwnScheduledMessage(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const row = await findOwn(transaction.db, actor, id)
    await scheduledMessagesTable.remove(transaction.db, { realm_id: actor.realm.id, id })
    transaction.announce(scheduledMessageRemoved(row))
  })
}

/** A scheduled message of another user is reported as missing. */
async function findOwn(db: Db, actor: Actor, id: number): Promise<ScheduledMessagesTable> {
  const row = await scheduledMessagesTable.find(db, { realm_id: actor.realm.id, id })
  if (row?.user_id !== actor.user.id) throw badRequest('Scheduled message does not exist')
  return row
}

async function newDestination(
  chat: Streams,
  transaction: ChatTransaction,
  actor: Actor,
  row: ScheduledMessagesTable,
  { type, to, topic }: ScheduledMessageChange,
): Promise<DestinationColumns | undefined> {
  if (type === undefined && to === undefined && topic === undefined) return undefined
  const was = row.stream_id === null ? 'private' : 'stream'
  const kind = type === undefined ? was : messageKind(type)
  if (kind !== was && to === undefined) {
    throw badRequest('Recipient required when updating type of scheduled message.')
  }
  const present = row.stream_id === null ? peopleOf(row) : [row.stream_id]
  const presentTopic = was === 'stream' ? row.topic : undefined
  return destinationColumns(chat, transaction, actor, kind, to ?? present, topic ?? presentTopic)
}

export interface NewScheduledMessage {
  type: string
  to: NamedRecipients
  topic: string | undefined
  content: string
  deliverAt: number
  client: string
  /** undefined: the same as if this client sent it now */
  readBySender: boolean | undefined
}

/** Refuses a message that could not be sent now. Everything is checked again when it is due. */
export async function scheduleMessage(
  chat: Rendering,
  actor: Actor,
  input: NewScheduledMessage,
): Promise<number> {
  const kind = messageKind(input.type)
  const content = checkContent(input.content)
  checkDeliveryTime(chat.clock, input.deliverAt)
  const rendered = await renderContent(chat, actor, content)
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const destination = await destinationColumns(chat, transaction, actor, kind, input.to, input.topic)
    if (
      (await scheduledMessagesTable.count(db, { realm_id: actor.realm.id, user_id: actor.user.id })) >=
      SCHEDULED_LIMIT
    ) {
      throw badRequest(`Too many scheduled messages (limit: ${SCHEDULED_LIMIT})`)
    }
    const row = {
      realm_id: actor.realm.id,
      id: await transaction.next('scheduled_messages'),
      user_id: actor.user.id,
      ...destination,
      content,
      rendered_content: rendered.html,
      client: input.client,
      read_by_sender: (input.readBySender ?? isHumanInterface(input.client)) ? 1 : 0,
      deliver_at: input.deliverAt,
      failed: 0,
      failure_message: null,
      created_at: secondsOf(chat.clock),
    }
    await scheduledMessagesTable.insert(db, row)
    transaction.announce(messageScheduled(row))
    return row.id
  })
}
