import { ApiError, type Fault } from '@switchboard/client'
import { t } from '../texts/texts.ts'

/** No response, or one from a server that is restarting: the request may or may not have been executed. */
export const isUnreachable = (error: unknown) => error instanceof ApiError && error.isUnreachable

/** The message to show to the user. */
export function messageOf(error: unknown): string {
  if (isUnreachable(error)) return navigator.onLine ? t.ui.unreachable : `${t.ui.offline}.`
  return error instanceof Error ? error.message : String(error)
}

/** The faults of a rejected request, by field: the telephony points at them, the chat names the parameter. */
export function faultsOf(error: unknown): readonly Fault[] {
  if (!(error instanceof ApiError)) return []
  const { var_name: name } = error.details
  return typeof name === 'string' ? [{ pointer: `/${name}`, detail: error.message }] : error.faults
}
