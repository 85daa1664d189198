import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'
import styles from './view-states.module.css'

/** What a view shows while its data is on the way. */
export function LoadingState({ label }: { label?: string }) {
  return (
    <div className={styles.state} role="status">
      <Spinner />
      <p>{label ?? t.ui.loading}</p>
    </div>
  )
}

/** What a view shows when there is nothing yet: what would be here, and how to begin. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles.state}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

/** What a view shows when its data did not come. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon}>
        <CircleAlert />
      </span>
      <h2>{t.ui.somethingWentWrong}</h2>
      <p>{messageOf(error)}</p>
      {onRetry && <Button onClick={() => onRetry()}>{t.ui.tryAgain}</Button>}
    </div>
  )
}
