import { messageOf } from '../../api/api-failure.ts'
import { faultsOf } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './import-dialog.module.css'

const MOST_SHOWN = 20

/** Why the whole file was rejected: its header, its encoding, or a row that conflicts with a concurrent change. */
export function ImportFaults({ error }: { error: unknown }) {
  const faults = faultsOf(error)
  if (faults.length === 0) return <Notice look="danger">{messageOf(error)}</Notice>
  return (
    <Notice look="danger">
      {p.imports.refused}
      <ul className={styles.faults}>
        {faults.slice(0, MOST_SHOWN).map(({ pointer, detail }) => (
          <li key={`${pointer} ${detail}`}>
            {pointer && <code>{pointer}</code>} {detail}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
