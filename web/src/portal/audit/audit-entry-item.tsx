import { useState } from 'react'
import type { AuditEntry } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import styles from './audit.module.css'
import { actionWords, subjectName } from './audit-words.ts'
import { ChangeTable } from './change-table.tsx'
import { changedFields } from './changed-fields.ts'

interface AuditEntryItemProps {
  entry: AuditEntry
  /** Shows every change of the same object. */
  onSubject: (id: string) => void
}

/** One change: who did what, when, and with which key. Expanded, it shows the values before and after. */
export function AuditEntryItem({ entry, onSubject }: AuditEntryItemProps) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <details className={styles.entry} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className={styles.action}>
            <strong>{actionWords(entry.action)}</strong>
            <span>{subjectName(entry)}</span>
          </span>
          <span className={styles.by}>
            <span>{entry.contact ? entry.contact.name || entry.contact.id : p.audit.server}</span>
            <DateTime at={entry.at} />
          </span>
        </summary>
        {open && <EntryDetails entry={entry} onSubject={onSubject} />}
      </details>
    </li>
  )
}

/** Made when it is opened: an extension has about a hundred fields. */
function EntryDetails({ entry, onSubject }: AuditEntryItemProps) {
  const fields = changedFields(entry.before, entry.after)
  return (
    <div className={styles.details}>
      {fields.length > 0 ? (
        <ChangeTable fields={fields} entry={entry} />
      ) : (
        <p className={styles.soft}>{p.audit.noChange}</p>
      )}
      <p className={styles.soft}>
        {p.audit.key(entry.api_key?.name)} · <code>{entry.action}</code> · <code>{entry.subject.id}</code>
      </p>
      <div>
        <Button size="small" onClick={() => onSubject(entry.subject.id)}>
          {p.audit.sameSubject}
        </Button>
      </div>
    </div>
  )
}
