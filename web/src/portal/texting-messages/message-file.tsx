import { Download, FileText } from 'lucide-react'
import type { File as StoredFile } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { saveBlob } from '../../ui/save-blob.ts'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import styles from './message-bubble.module.css'
import { useObjectUrl } from './use-object-url.ts'

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** A file of a message: its picture if it has one, and the way to get it. */
export function MessageFile({ file }: { file: StoredFile }) {
  const { client } = usePortal()
  const path = `/files/${encodeURIComponent(file.id)}/download`
  const large = useObjectUrl(!file.preview && pictures.includes(file.mimetype) ? path : undefined)
  const picture = file.preview?.base64 ?? large
  const name = file.uploaded_name || file.name
  async function download() {
    try {
      saveBlob(await client.file(path), name)
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  return (
    <div className={styles.file}>
      {picture ? <img src={picture} alt={name} className={styles.picture} /> : <FileText />}
      <div className={styles.fileRow}>
        <span className={styles.fileName}>
          {name} <span className={styles.soft}>{formatSize(file.size)}</span>
        </span>
        <IconButton label={p.texting.downloadFile(name)} onClick={() => void download()}>
          <Download />
        </IconButton>
      </div>
    </div>
  )
}
