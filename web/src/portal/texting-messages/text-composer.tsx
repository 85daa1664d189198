import { Paperclip, SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import type { Conversation, Message } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import { countSegments } from './count-segments.ts'
import { DraftAttachments } from './draft-attachments.tsx'
import { changeDraft, useDraft } from './drafts.ts'
import { publishText } from './publish-text.ts'
import styles from './text-composer.module.css'
import { attachFile } from './upload-attachment.ts'

const MOST_CHARACTERS = 1600
const MOST_FILES = 10

/** The text stays until the server has accepted it. */
export function TextComposer({
  conversation,
  onSent,
}: {
  conversation: Conversation
  onSent: (messages: readonly Message[]) => void
}) {
  const { client } = usePortal()
  const { id } = conversation
  const draft = useDraft(id)
  const submit = useSubmit()
  const picker = useRef<HTMLInputElement>(null)
  const ready = draft.attachments.every(({ stored, error }) => stored || error)
  const files = draft.attachments.flatMap(({ stored }) => (stored ? [stored.id] : []))
  const isEmpty = draft.text.trim() === '' && files.length === 0

  async function send(event?: FormEvent) {
    event?.preventDefault()
    if (isEmpty || !ready) return
    await submit.run(async () => {
      // In a group, texts go to all who have not opted out.
      const withWarning = conversation.contactsinfo.length > 1
      const message = { text: draft.text, files, with_warning: withWarning }
      const sent = await publishText(client, id, message, draft.retryKey)
      changeDraft(id, () => ({ text: '', attachments: [] }))
      onSent(sent)
    })
  }
  function sendByEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  function attach(chosen: FileList | null) {
    const room = MOST_FILES - draft.attachments.length
    for (const file of [...(chosen ?? [])].slice(0, room)) void attachFile(client, id, file)
  }
  return (
    <form className={styles.composer} onSubmit={(event) => void send(event)}>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <DraftAttachments conversationId={id} attachments={draft.attachments} />
      <div className={styles.row}>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            attach(event.target.files)
            event.target.value = ''
          }}
        />
        <IconButton
          label={p.texting.attach}
          disabled={draft.attachments.length >= MOST_FILES}
          onClick={() => picker.current?.click()}
        >
          <Paperclip />
        </IconButton>
        <div className={styles.text}>
          <TextArea
            label={p.texting.message}
            hideLabel
            rows={2}
            maxLength={MOST_CHARACTERS}
            placeholder={p.texting.messagePlaceholder}
            value={draft.text}
            readOnly={submit.busy}
            onChange={(event) => changeDraft(id, () => ({ text: event.target.value }))}
            onKeyDown={sendByEnter}
          />
        </div>
        <Button
          type="submit"
          look="primary"
          icon={<SendHorizontal />}
          busy={submit.busy}
          disabled={isEmpty || !ready}
        >
          {submit.error === undefined ? p.texting.send : p.texting.sendAgain}
        </Button>
      </div>
      <p className={styles.foot}>
        <span>{p.texting.enterHint}</span>
        {draft.text !== '' && (
          <span>
            {p.texting.characters(draft.text.length)} · {p.texting.segments(countSegments(draft.text))}
          </span>
        )}
      </p>
    </form>
  )
}
