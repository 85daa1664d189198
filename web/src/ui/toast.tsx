import { useSyncExternalStore } from 'react'
import { t } from '../texts/texts.ts'
import { classNames } from './class-names.ts'
import styles from './toast.module.css'

interface Toast {
  id: number
  text: string
  look: 'info' | 'danger'
}

const SHOWN_MS = 6000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** A short notification. Messages that need an action belong in the view itself. */
export function showToast(text: string, look: Toast['look'] = 'info'): void {
  lastId += 1
  const id = lastId
  change([...toasts.slice(-3), { id, text, look }])
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), SHOWN_MS)
}

/** Once in each app. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <section className={styles.toasts} aria-live="polite" aria-label={t.ui.notices}>
      {shown.map(({ id, text, look }) => (
        <p key={id} className={classNames(styles.toast, look === 'danger' && styles.danger)}>
          {text}
        </p>
      ))}
    </section>
  )
}
