import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'
import styles from './view-states.module.css'

/** Shown while a view loads. */
export function LoadingState({ label }: { label?: string }) {
  return (
    <div className={styles.state} role="status">
      <Spinner />
      <p>{label ?? t.ui.loading}</p>
    </div>
  )
}

/** Shown when a view is empty: what will appear here, and how to start. */
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

/** Shown when a view fails to load. */
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
