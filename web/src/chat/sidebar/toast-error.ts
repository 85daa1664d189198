import { messageOf } from '../../api/api-failure.ts'
import { showToast } from '../../ui/toast.tsx'

/** For small changes: the event shows that it worked, and an error is a toast. */
export function toastError(work: Promise<unknown>): void {
  work.catch((error) => showToast(messageOf(error), 'danger'))
}
