import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './status.module.css'
import type { Status } from './status-values.ts'

interface ProgramStatusProps {
  status: Status
  onEnd: () => void
}

/** A phone or a program has set it. It can be ended here, unless a phone reports a call that is under way. */
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
