import { Pencil, Trash2 } from 'lucide-react'
import { t } from '../texts/texts.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './row-buttons.module.css'

/** Edit and delete, at the end of a row. */
export function RowButtons({
  name,
  onEdit,
  onDelete,
}: {
  name: string
  onEdit: () => void
  onDelete: () => void
}) {
  return (
    <span className={styles.buttons}>
      <IconButton label={`${t.ui.edit}: ${name}`} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={`${t.ui.delete}: ${name}`} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </span>
  )
}
