import type { AuditEntry } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Table } from '../../ui/table.tsx'
import styles from './audit.module.css'
import { actionWords } from './audit-words.ts'
import type { ChangedField } from './changed-fields.ts'

/** A new object has no value before, a deleted one none after: that column is left out. */
export function ChangeTable({ fields, entry }: { fields: readonly ChangedField[]; entry: AuditEntry }) {
  const { before, after } = entry
  return (
    <Table
      label={actionWords(entry.action)}
      headings={[p.audit.field, ...(before ? [p.audit.before] : []), ...(after ? [p.audit.after] : [])]}
    >
      {fields.map((field) => (
        <tr key={field.name}>
          <td>
            <code>{field.name}</code>
          </td>
          {before && (
            <td>
              <Value text={field.before} old={after !== null} />
            </td>
          )}
          {after && (
            <td>
              <Value text={field.after} />
            </td>
          )}
        </tr>
      ))}
    </Table>
  )
}

function Value({ text, old }: { text: string; old?: boolean }) {
  if (text === '') return <span className={styles.soft}>{p.audit.empty}</span>
  return old ? <s className={styles.old}>{text}</s> : text
}
