import { badRequest } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor } from '../../identity/users/user.ts'
import { renderShortText } from '../../markdown/render-short-text.ts'
import { checkFolderOfStream } from '../../streams/channel-folders/find-channel-folder.ts'
import type { Stream } from '../../streams/stream.ts'
import { accessStreamById, findKnownStream } from '../../streams/stream-access.ts'
import { descriptionLine } from '../../streams/stream-description.ts'
import { checkStreamName } from '../../streams/stream-name.ts'
import { findStreamByName } from '../../streams/stream-store.ts'
import { hasSubscribers } from '../../streams/subscriptions/subscription-store.ts'

/** Undefined fields keep their value. */
export interface StreamChange {
  name?: string | undefined
  description?: string | undefined
  isPrivate?: boolean | undefined
  historyPublic?: boolean | undefined
  announcementOnly?: boolean | undefined
  isDefault?: boolean | undefined
  /** null: the organization's setting */
  retentionDays?: number | null | undefined
  /** null: none */
  folderId?: number | null | undefined
}

/** Only subscribers, not even administrators, can change the privacy of a private stream. */
export async function findStreamToChange(
  db: Db,
  actor: Actor,
  id: number,
  wanted: StreamChange = {},
): Promise<Stream> {
  const isPrivacy = wanted.isPrivate !== undefined || wanted.historyPublic !== undefined
  const stream = await (isPrivacy ? accessStreamById : findKnownStream)(db, actor, id)
  if (!stream) throw badRequest('Invalid stream id')
  return stream
}

/** The stream after the change. Everything is checked here, before anything is written. */
export async function planStreamChange(
  db: Db,
  { settings }: Realm,
  stream: Stream,
  wanted: StreamChange,
): Promise<Stream> {
  const planned = { ...stream }
  if (wanted.name !== undefined) await planName(db, planned, wanted.name)
  if (wanted.description !== undefined) {
    planned.description = descriptionLine(wanted.description)
    planned.rendered_description = renderShortText(planned.description)
  }
  if (wanted.announcementOnly !== undefined) planned.announcement_only = wanted.announcementOnly ? 1 : 0
  planPrivacy(planned, wanted, settings.default_history_public_to_subscribers)
  if (planned.invite_only && !stream.invite_only && !(await hasSubscribers(db, stream.realm_id, stream.id))) {
    // Nobody could ever join it again.
    throw badRequest('Streams without subscribers cannot be made private.')
  }
  if (wanted.retentionDays !== undefined) planned.message_retention_days = wanted.retentionDays
  if (wanted.folderId !== undefined && wanted.folderId !== stream.folder_id) {
    await checkFolderOfStream(db, stream.realm_id, wanted.folderId)
    planned.folder_id = wanted.folderId
  }
  if (wanted.isDefault !== undefined) planned.is_default = wanted.isDefault ? 1 : 0
  if (planned.is_default && planned.invite_only) {
    throw badRequest(
      stream.is_default
        ? 'Default streams cannot be made private.'
        : 'Private streams cannot be made default.',
    )
  }
  return planned
}

async function planName(db: Db, planned: Stream, wanted: string): Promise<void> {
  const name = checkStreamName(wanted)
  if (name === planned.name) throw badRequest('Stream already has that name!')
  const nameKey = name.toLowerCase()
  if (nameKey !== planned.name_key && (await findStreamByName(db, planned.realm_id, name))) {
    throw badRequest(`Stream name '${name}' is already taken.`)
  }
  planned.name = name
  planned.name_key = nameKey
}

/** Public streams have an open history, whatever is wanted. A stream that becomes private gets the default for new private streams. */
function planPrivacy(planned: Stream, wanted: StreamChange, otherwise: boolean): void {
  const wasPrivate = planned.invite_only === 1
  const isPrivate = wanted.isPrivate ?? wasPrivate
  planned.invite_only = isPrivate ? 1 : 0
  if (!isPrivate) planned.history_public = 1
  else if (wanted.historyPublic !== undefined) planned.history_public = wanted.historyPublic ? 1 : 0
  else if (!wasPrivate) planned.history_public = otherwise ? 1 : 0
}
