import { newRetryKey } from '@switchboard/client'
import type {
  Conversation,
  Message,
  NewMessage,
  PublishedMessage,
  File as StoredFile,
} from '@switchboard/client/telephony'
import { Paperclip, SendHorizontal, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import { fetchWithProgress } from '../../api/upload.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { usePortal } from '../shell/portal-context.ts'
import { type Attachment, changeAttachment, changeDraft, useDraft } from './drafts.ts'
import styles from './text-composer.module.css'

/** Characters of the alphabet of SMS (GSM 03.38). Those of the second row take two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)

const extended = new Set('\f^{}\\[~]|€')

const MAX_CHARACTERS = 1600
const MAX_FILES = 10

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
    const room = MAX_FILES - draft.attachments.length
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
          disabled={draft.attachments.length >= MAX_FILES}
          onClick={() => picker.current?.click()}
        >
          <Paperclip />
        </IconButton>
        <div className={styles.text}>
          <TextArea
            label={p.texting.message}
            hideLabel
            rows={2}
            maxLength={MAX_CHARACTERS}
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

/** Sends a text once for each key, so a lost response can be retried. */
function publishText(
  client: TelephonyClient,
  conversationId: string,
  message: NewMessage,
  retryKey: string,
): Promise<PublishedMessage[]> {
  return client.call(
    'POST /texting/v2/conversations/{conversation_id}/messages/publish',
    { conversation_id: conversationId },
    message,
    { idempotencyKey: retryKey },
  )
}

/** The number of segments of a text. The server counts as well; sent messages show its count. */
function countSegments(text: string): number {
  const letters = [...text]
  const isPlain = letters.every((letter) => basic.has(letter) || extended.has(letter))
  if (isPlain)
    return countParts(
      letters.map((letter) => (extended.has(letter) ? 2 : 1)),
      160,
      153,
    )
  const graphemes = [...new Intl.Segmenter().segment(text)]
  return countParts(
    graphemes.map(({ segment }) => segment.length),
    70,
    67,
  )
}

/** Never splits what a reader sees as one character. */
function countParts(sizes: readonly number[], alone: number, inPart: number): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1
  let parts = 1
  let filled = 0
  for (const size of sizes) {
    if (filled + size > inPart) {
      parts += 1
      filled = 0
    }
    filled += size
  }
  return parts
}

/** Puts a file into a draft: first its place, then its bytes. */
async function attachFile(
  client: TelephonyClient,
  conversationId: string,
  file: globalThis.File,
): Promise<void> {
  const key = newRetryKey()
  changeDraft(conversationId, ({ attachments }) => ({
    attachments: [...attachments, { key, name: file.name, progress: 0 }],
  }))
  try {
    const stored = await upload(client, file, (progress) =>
      changeAttachment(conversationId, key, { progress }),
    )
    changeAttachment(conversationId, key, { stored })
  } catch (error) {
    changeAttachment(conversationId, key, { error: messageOf(error) })
  }
}

async function upload(
  client: TelephonyClient,
  file: globalThis.File,
  onProgress: (part: number) => void,
): Promise<StoredFile> {
  const { id } = await client.call('POST /files', {}, { name: file.name.slice(0, 255) || 'file' })
  const form = new FormData()
  form.set('upfile', file, file.name)
  const fetch = fetchWithProgress(onProgress)
  return client.call('POST /files/{file_id}/upload', { file_id: id }, form, { fetch })
}

/** What will go with the text, and how far it is uploaded. */
function DraftAttachments({
  conversationId,
  attachments,
}: {
  conversationId: string
  attachments: readonly Attachment[]
}) {
  if (attachments.length === 0) return null
  function remove(key: string) {
    changeDraft(conversationId, (draft) => ({
      attachments: draft.attachments.filter((one) => one.key !== key),
    }))
  }
  return (
    <ul className={styles.attachments} aria-label={p.texting.attachedFiles}>
      {attachments.map(({ key, name, progress, stored, error }) => (
        <li key={key} className={styles.attachment}>
          {stored?.preview ? (
            <img src={stored.preview.base64} alt="" className={styles.thumbnail} />
          ) : (
            <Paperclip className={styles.clip} />
          )}
          <div className={styles.about}>
            <span className={styles.fileName}>{name}</span>
            {error && <span className={styles.error}>{error}</span>}
            {stored && <span>{formatSize(stored.size)}</span>}
            {!stored && !error && <ProgressBar label={p.texting.uploading(name)} value={progress} />}
          </div>
          <IconButton label={p.texting.removeFile(name)} onClick={() => remove(key)}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
