import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './status.module.css'
import type { Status } from './status-values.ts'

interface ProgramStatusProps {
  status: Status
  onEnd: () => void
}

/** A status set by a phone or a program. It can be cleared here, unless a phone reports a call in progress. */
export function ProgramStatus({ status, onEnd }: ProgramStatusProps) {
  return (
    <Notice>
      <div className={styles.program}>
        <span>{p.status.byProgram(p.status.names[status])}</span>
        <Button size="small" onClick={onEnd}>
          {p.status.endIt}
        </Button>
      </div>
    </Notice>
  )
}
