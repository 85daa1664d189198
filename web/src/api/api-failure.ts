import { ApiError } from '@switchboard/client'
import { t } from '../texts/texts.ts'

/** No response, or one from a server that is restarting: the request may or may not have been executed. */
export const isUnreachable = (error: unknown) => error instanceof ApiError && error.isUnreachable

/** The message to show to the user. */
export function messageOf(error: unknown): string {
  if (isUnreachable(error)) return t.ui.unreachable
  return error instanceof Error ? error.message : String(error)
}
