import { CircleAlert, CloudOff, Wrench } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { isRefusedForNow, isUnreachable, maintenanceOf, messageOf } from '../api/api-failure.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Spinner } from './progress.tsx'
import styles from './view-states.module.css'

const ASK_EVERY_MS = 5000

/** Shown while a view loads. */
export function LoadingState({ label }: { label?: string }) {
  return (
    <div className={styles.state} role="status">
      <Spinner />
      <p>{label ?? t.ui.loading}</p>
    </div>
  )
}

/** Shown when a view is empty: what will appear here, and how to start. `isPage`: nothing else is on the page. */
export function EmptyState({
  icon,
  title,
  isPage = false,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  isPage?: boolean
  children?: ReactNode
  action?: ReactNode
}) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={styles.state}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

/** Shown when a view fails to load. Without a connection or during maintenance, it tries again once that is over. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const maintenance = maintenanceOf(error)
  const isAway = isUnreachable(error) || maintenance !== undefined
  const noServer = useIsOnline() ? t.ui.noConnection : t.ui.offline
  const awayTitle = maintenance === undefined ? noServer : t.ui.maintenance
  useWhenReachable((isAway || isRefusedForNow(error)) && onRetry !== undefined, () => onRetry?.())
  return (
    <div className={styles.state} role="alert">
      <span className={styles.icon}>{iconOf(isAway, maintenance)}</span>
      <h2>{isAway ? awayTitle : t.ui.somethingWentWrong}</h2>
      {maintenance !== undefined && <p>{maintenance}</p>}
      {isAway ? onRetry && <p>{t.ui.continues}</p> : <p>{messageOf(error)}</p>}
      {onRetry && <Button onClick={() => onRetry()}>{t.ui.tryAgain}</Button>}
    </div>
  )
}

function iconOf(isAway: boolean, maintenance: string | undefined): ReactNode {
  if (maintenance !== undefined) return <Wrench />
  return isAway ? <CloudOff /> : <CircleAlert />
}

/** Whether the browser has a network. Browsers are sure of it only when they are offline. */
export const useIsOnline = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine)

function watchNetwork(listener: () => void): () => void {
  const gone = new AbortController()
  for (const name of ['online', 'offline']) addEventListener(name, listener, { signal: gone.signal })
  return () => gone.abort()
}

/**
 * Calls back once the server can be reached again. It is asked, because browsers often do not know that they are
 * offline, and do not know at all that a server is away.
 */
export function useWhenReachable(isWaiting: boolean, onReachable: () => void): void {
  const act = useRef(onReachable)
  act.current = onReachable
  useEffect(() => {
    if (!isWaiting) return
    const gone = new AbortController()
    async function ask() {
      try {
        const { ok } = await fetch('/api/v1/server_settings', { cache: 'no-store', signal: gone.signal })
        if (ok) act.current()
      } catch {
        // Not yet.
      }
    }
    const timer = setInterval(() => void ask(), ASK_EVERY_MS)
    addEventListener('online', ask, { signal: gone.signal })
    return () => {
      gone.abort()
      clearInterval(timer)
    }
  }, [isWaiting])
}
