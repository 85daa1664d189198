import { Paperclip, X } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { type Attachment, changeDraft } from './drafts.ts'
import styles from './text-composer.module.css'

/** What will go with the text, and how far it is uploaded. */
export function DraftAttachments({
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
