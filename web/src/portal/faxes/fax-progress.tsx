import type { FaxMessage } from '@switchboard/client/telephony'
import { Circle, CircleAlert, CircleCheck, CircleDot } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import styles from './fax-progress.module.css'

const way = ['queued', 'media.processed', 'sending', 'delivered'] as const

/** The progress of an outbound fax, updated by events. */
export function FaxProgress({ fax }: { fax: FaxMessage }) {
  const { status, error } = fax
  const failed = status === 'failed'
  const steps: readonly FaxMessage['status'][] = failed ? [...way.slice(0, 3), 'failed'] : way
  const at = steps.indexOf(status)
  return (
    <Card title={p.faxes.progress}>
      <ol className={styles.steps} aria-label={p.faxes.stepsLabel}>
        {steps.map((step, index) => {
          const isDone = index < at || status === 'delivered'
          const isNow = index === at && !isDone
          const Icon = isDone ? CircleCheck : isNow && failed ? CircleAlert : isNow ? CircleDot : Circle
          return (
            <li
              key={step}
              className={classNames(isDone && styles.done, isNow && (failed ? styles.failed : styles.now))}
              aria-current={index === at ? 'step' : undefined}
            >
              <Icon aria-hidden="true" />
              {p.faxes.statuses[step]}
              {isDone && <span className="visually-hidden"> ({p.faxes.stepDone})</span>}
            </li>
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {p.faxes.statuses[status]}
      </p>
      {error && <Notice look={failed ? 'danger' : 'warning'}>{error}</Notice>}
    </Card>
  )
}
