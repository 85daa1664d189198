import { type ReactNode, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { t } from '../texts/texts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

interface ConfirmDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  /** The label of the button: a verb, not "OK". */
  confirm: string
  look?: 'primary' | 'danger'
  /** The dialog closes when this succeeds, unless it returns `open`, and shows the error otherwise. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  look = 'danger',
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  async function run() {
    setBusy(true)
    try {
      if ((await onConfirm()) !== 'open') onClose()
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.ui.cancel}</Button>
          <Button look={look} busy={busy} onClick={() => void run()}>
            {confirm}
          </Button>
        </>
      }
    >
      <div>{children}</div>
      {error && <Notice look="danger">{error}</Notice>}
    </Dialog>
  )
}
