import { useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatInput, callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import type { KnownStream } from '../state/chat-state.ts'
import styles from './create-stream.module.css'
import { type StreamDraft, StreamFields } from './stream-fields.tsx'
import { privacyOf } from './stream-privacy.ts'

interface EditStreamDialogProps {
  stream: KnownStream
  mayChangePrivacy: boolean
  onClose: () => void
}

export function EditStreamDialog({ stream, mayChangePrivacy, onClose }: EditStreamDialogProps) {
  const id = useId()
  const [draft, setDraft] = useState(() => draftOf(stream))
  const submit = useSubmit()
  async function save() {
    const changes = changesOf(draftOf(stream), draft)
    if (Object.keys(changes).length > 0) {
      const done = await submit.run(() =>
        callChat('PATCH /streams/{stream_id}', { stream_id: stream.stream_id, ...changes }),
      )
      if (!done) return
      showToast(t.ui.saved)
    }
    onClose()
  }
  return (
    <Dialog
      title={t.streams.edit}
      onClose={onClose}
      actions={<FormActions form={id} submit={t.ui.save} busy={submit.busy} onCancel={onClose} />}
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <StreamFields
          draft={draft}
          mayChangePrivacy={mayChangePrivacy}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </form>
    </Dialog>
  )
}

const draftOf = (stream: KnownStream): StreamDraft => ({
  name: stream.name,
  description: stream.description,
  privacy: privacyOf(stream),
  announcementOnly: stream.is_announcement_only,
  retentionDays: stream.message_retention_days,
})

/** Only changes: other values may have been changed elsewhere meanwhile. */
function changesOf(
  before: StreamDraft,
  draft: StreamDraft,
): Omit<ChatInput<'PATCH /streams/{stream_id}'>, 'stream_id'> {
  return {
    ...(draft.name.trim() !== before.name && { new_name: draft.name }),
    ...(draft.description !== before.description && { description: draft.description }),
    ...(draft.privacy !== before.privacy && {
      is_private: draft.privacy !== 'public',
      ...(draft.privacy !== 'public' && { history_public_to_subscribers: draft.privacy === 'history' }),
    }),
    ...(draft.announcementOnly !== before.announcementOnly && {
      is_announcement_only: draft.announcementOnly,
    }),
    ...(draft.retentionDays !== before.retentionDays && { message_retention_days: draft.retentionDays }),
  }
}
