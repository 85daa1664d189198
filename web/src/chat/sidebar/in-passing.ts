import { messageOf } from '../../api/api-failure.ts'
import { showToast } from '../../ui/toast.tsx'

/** For what is done in passing: the event shows that it worked, and only a refusal is told. */
export function inPassing(work: Promise<unknown>): void {
  work.catch((error) => showToast(messageOf(error), 'danger'))
}
