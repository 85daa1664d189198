import { renderShortText } from '../../../markdown/render-short-text.ts'
import { pickColor } from '../../../streams/subscriptions/stream-colors.ts'
import { type ForeignArchive, IMPORTED_AT } from './foreign-archive.ts'
import type { ForeignExport, ForeignStream } from './foreign-export.ts'

/** Streams, who is subscribed, and that they receive the stream's messages from the first one on. */
export async function writeForeignStreams(
  archive: ForeignArchive,
  { streams }: ForeignExport,
): Promise<void> {
  const colors = new Map<number, string[]>()
  for (const stream of streams) {
    const recipientId = archive.recipientOf(stream.id)
    await archive.write('recipients', { realm_id: 0, id: recipientId, stream_id: stream.id, members: null })
    await archive.write('streams', streamRow(stream, recipientId, archive.firstMessageOf(stream.id)))
    for (const { userId, color, isMuted, isPinned } of stream.subscribers) {
      const used = colors.get(userId) ?? []
      colors.set(userId, used)
      const chosen = color ?? pickColor(used)
      used.push(chosen)
      await archive.write('subscriptions', {
        realm_id: 0,
        user_id: userId,
        stream_id: stream.id,
        active: stream.isArchived ? 0 : 1,
        color: chosen,
        pin_to_top: isPinned ? 1 : 0,
        is_muted: isMuted ? 1 : 0,
        desktop_notifications: null,
        audible_notifications: null,
        push_notifications: null,
        email_notifications: null,
        wildcard_mentions_notify: null,
      })
      await archive.receive(userId, recipientId, stream)
    }
  }
}

function streamRow(stream: ForeignStream, recipientId: number, firstMessageId: number | null) {
  return {
    realm_id: 0,
    id: stream.id,
    name: stream.name,
    name_key: stream.name.toLowerCase(),
    description: stream.description,
    rendered_description: renderShortText(stream.description),
    invite_only: stream.isPrivate ? 1 : 0,
    history_public: stream.isHistoryPublic ? 1 : 0,
    announcement_only: stream.isAnnouncementOnly ? 1 : 0,
    is_default: stream.isDefault ? 1 : 0,
    creator_id: null,
    created_at: stream.createdAt,
    deactivated: stream.isArchived ? 1 : 0,
    archived_at_event: stream.isArchived ? IMPORTED_AT : null,
    recipient_id: recipientId,
    first_message_id: firstMessageId,
    weekly_traffic: null,
    traffic_counted_at: 0,
    message_retention_days: null,
  }
}
