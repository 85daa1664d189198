import { Toast } from '@base-ui/react/toast'
import { messageOf } from '../api/api-failure.ts'
import { t } from '../texts/texts.ts'
import { classNames } from './class-names.ts'
import styles from './toast.module.css'

const SHOWN_MS = 6000
const MAX_SHOWN = 4

const toasts = Toast.createToastManager()

/** Base UI takes toasts for dialogs, but ours need no answer. */
const noDialog = { role: 'group', 'aria-modal': undefined }

/** A short notification. Messages that need an action belong in the view itself. */
export function showToast(text: string, look: 'info' | 'danger' = 'info'): void {
  toasts.add({ description: text, type: look })
}

/** For small changes: the event shows that it worked, and an error is a toast. */
export function toastError(work: Promise<unknown>): void {
  work.catch((error) => showToast(messageOf(error), 'danger'))
}

/** Once in the page. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toasts} timeout={SHOWN_MS} limit={MAX_SHOWN}>
      <ShownToasts />
    </Toast.Provider>
  )
}

function ShownToasts() {
  const { toasts: shown } = Toast.useToastManager()
  return (
    <Toast.Viewport className={styles.toasts} aria-label={t.ui.notices} data-region>
      {shown.map((toast) => (
        <Toast.Root
          key={toast.id}
          toast={toast}
          {...noDialog}
          className={classNames(styles.toast, toast.type === 'danger' && styles.danger)}
        >
          <Toast.Description />
        </Toast.Root>
      ))}
    </Toast.Viewport>
  )
}
