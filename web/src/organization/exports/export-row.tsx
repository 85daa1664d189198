import { Download, Trash2 } from 'lucide-react'
import type { ChatOutput } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import styles from './export-row.module.css'

type RealmExport = ChatOutput<'GET /export/realm'>['exports'][number]

export function ExportRow({ made, onDelete }: { made: RealmExport; onDelete: () => void }) {
  const who = useChat((state) => state.people.get(made.acting_user_id)?.full_name)
  const texts = t.organization.exports
  return (
    <tr>
      <td>
        <DateTime at={iso(made.export_time)} />
      </td>
      <td>{who}</td>
      <td>
        <ExportState made={made} />
      </td>
      <td>
        {made.export_url && (
          <span className={styles.actions}>
            <a className={styles.link} href={`/api/v1/export/realm/${made.id}/download`} download>
              <Download />
              {t.ui.download}
            </a>
            <IconButton label={texts.deleteOf(made.id)} onClick={onDelete}>
              <Trash2 />
            </IconButton>
          </span>
        )}
      </td>
    </tr>
  )
}

function ExportState({ made }: { made: RealmExport }) {
  const texts = t.organization.exports
  if (made.pending) return <Badge look="accent">{texts.pending}</Badge>
  if (made.failed_timestamp !== null) {
    return (
      <>
        <Badge look="danger">{texts.failed}</Badge> <DateTime at={iso(made.failed_timestamp)} />
      </>
    )
  }
  if (made.deleted_timestamp !== null) {
    return (
      <>
        <Badge>{texts.deleted}</Badge> <DateTime at={iso(made.deleted_timestamp)} />
      </>
    )
  }
  return <Badge look="success">{texts.ready}</Badge>
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
