import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../texts/texts.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  /** By accident: with Escape, or by a press beside it. */
  onClose: (isAccident: boolean) => void
  size?: 'small' | 'medium' | 'large'
  /** `palette`: the contents fill it, and it is near the top; its title is only spoken. */
  look?: 'palette'
  /** Buttons at the bottom. */
  actions?: ReactNode
  children: ReactNode
}

/** Keeps the focus inside and gives it back afterwards. Rendered only while it is open. */
export function Dialog({ title, onClose, size = 'medium', look, actions, children }: DialogProps) {
  // Escape may have closed something inside, such as a list of suggestions.
  const dismiss = (reason: string, event: Event) => {
    if (reason !== 'escape-key' || !event.defaultPrevented) onClose(true)
  }
  return (
    <BaseDialog.Root open onOpenChange={(_, { reason, event }) => dismiss(reason, event)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={styles.backdrop} />
        <BaseDialog.Popup
          className={classNames(styles.dialog, styles[size], look && styles[look])}
          // Shortcuts of the page behind stay there.
          onKeyDown={(event) => event.stopPropagation()}
        >
          {look === 'palette' ? (
            <BaseDialog.Title className="visually-hidden">{title}</BaseDialog.Title>
          ) : (
            <header className={styles.header}>
              <BaseDialog.Title>{title}</BaseDialog.Title>
              <IconButton label={t.ui.close} onClick={() => onClose(false)}>
                <X />
              </IconButton>
            </header>
          )}
          {look === 'palette' ? children : <div className={styles.body}>{children}</div>}
          {actions && <footer className={styles.actions}>{actions}</footer>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
