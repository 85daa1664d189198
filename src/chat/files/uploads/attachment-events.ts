import type { NewChatEvent } from '../../chat-event-map.ts'
import type { AttachmentView } from './attachment-view.ts'

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    attachment: { upload_space_used: number } & (
      | { op: 'add' | 'update'; attachment: AttachmentView }
      | { op: 'remove'; attachment: { id: number } }
    )
  }
}

/**
 * Notifies the uploader of a new file, or of a change in the messages that link it. `spaceUsed` is the organization's
 * total.
 */
export function attachmentChanged(
  op: 'add' | 'update',
  ownerId: number,
  attachment: AttachmentView,
  spaceUsed: number,
): NewChatEvent<'attachment'> {
  return {
    type: 'attachment',
    audience: { users: [ownerId] },
    payload: { op, attachment, upload_space_used: spaceUsed },
  }
}

export function attachmentRemoved(
  ownerId: number,
  id: number,
  spaceUsed: number,
): NewChatEvent<'attachment'> {
  return {
    type: 'attachment',
    audience: { users: [ownerId] },
    payload: { op: 'remove', attachment: { id }, upload_space_used: spaceUsed },
  }
}
