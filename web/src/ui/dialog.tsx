import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { t } from '../texts/texts.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'

interface DialogProps {
  title: string
  onClose: () => void
  size?: 'small' | 'medium' | 'large'
  /** `palette`: the contents fill it, and it is near the top; its title is only spoken. */
  look?: 'palette'
  /** Buttons at the bottom. */
  actions?: ReactNode
  children: ReactNode
}

/** The browser keeps the focus inside and gives it back afterwards. Rendered only while it is open. */
export function Dialog({ title, onClose, size = 'medium', look, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, styles[size], look && styles[look])}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A press beside it reaches the dialog itself, and none of its contents.
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
      // Shortcuts of the page behind stay there.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className={styles.frame}>
        {look === 'palette' ? (
          <h2 id={id} className="visually-hidden">
            {title}
          </h2>
        ) : (
          <header className={styles.header}>
            <h2 id={id}>{title}</h2>
            <IconButton label={t.ui.close} onClick={onClose}>
              <X />
            </IconButton>
          </header>
        )}
        {look === 'palette' ? children : <div className={styles.body}>{children}</div>}
        {actions && <footer className={styles.actions}>{actions}</footer>}
      </div>
    </dialog>
  )
}
