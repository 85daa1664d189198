import { ChatError, mustBeAdministrator } from '../chat-error.ts'
import { may } from '../identity/permissions.ts'
import type { Actor } from '../identity/users/user.ts'
import type { Messages } from '../messages/messages.ts'
import { checkFolderOfStream } from '../streams/channel-folders/find-channel-folder.ts'
import { checkStreamName } from '../streams/stream-name.ts'
import { findStreamByName } from '../streams/stream-store.ts'
import { addWithin } from './add-subscriptions.ts'
import { setDefaultWithin } from './stream-changes/change-default-streams.ts'

export interface NewChannel {
  name: string
  description: string
  /** user ids; empty: the actor */
  subscribers: readonly number[]
  inviteOnly: boolean
  isDefault: boolean
  /** undefined: true for public streams, false for private ones */
  historyPublic: boolean | undefined
  retentionDays: number | null | undefined
  /** null: in no folder */
  folderId: number | null
  announce: boolean
}

/** Unlike adding subscriptions, refuses a name that exists. Returns the id of the stream. */
export function createChannel(chat: Messages, actor: Actor, input: NewChannel): Promise<number> {
  const name = checkStreamName(input.name)
  if (input.isDefault && !may(actor.user, 'change, archive and sort streams')) throw mustBeAdministrator()
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    if (await findStreamByName(db, actor.realm.id, name)) throw alreadyExists(name)
    await checkFolderOfStream(db, actor.realm.id, input.folderId)
    await addWithin(chat, transaction, actor, {
      subscriptions: [{ name, description: input.description }],
      principals: input.subscribers,
      inviteOnly: input.inviteOnly,
      announcementOnly: false,
      historyPublic: input.historyPublic,
      retentionDays: input.retentionDays,
      folderId: input.folderId,
      authorizationErrorsFatal: true,
      announce: input.announce,
    })
    const stream = (await findStreamByName(db, actor.realm.id, name))!
    if (input.isDefault) await setDefaultWithin(transaction, actor.realm, stream, true)
    return stream.id
  })
}

const alreadyExists = (name: string) =>
  new ChatError(`Channel '${name}' already exists`, {
    status: 409,
    code: 'CHANNEL_ALREADY_EXISTS',
    extra: { channel_name: name },
  })
