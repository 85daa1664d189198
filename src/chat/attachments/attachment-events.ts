import type { AttachmentView } from './attachment-view.ts'

/** To the uploader: a file came, or the messages that link it changed. `spaceUsed` is the organization's. */
export function attachmentChanged(
  op: 'add' | 'update',
  ownerId: number,
  attachment: AttachmentView,
  spaceUsed: number,
) {
  return {
    type: 'attachment',
    audience: { users: [ownerId] },
    payload: { op, attachment, upload_space_used: spaceUsed },
  }
}

export function attachmentRemoved(ownerId: number, id: number, spaceUsed: number) {
  return {
    type: 'attachment',
    audience: { users: [ownerId] },
    payload: { op: 'remove', attachment: { id }, upload_space_used: spaceUsed },
  }
}
