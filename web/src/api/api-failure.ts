import { ApiError, type Fault } from '@switchboard/client'
import { t } from '../texts/texts.ts'

/** No response, or one from a server that is restarting: the request may or may not have been executed. */
export const isUnreachable = (error: unknown) => error instanceof ApiError && error.isUnreachable

/** A file of the app did not arrive: the server is away, or a newer version has replaced it. Each browser says so in its own words. */
export const isMissingFile = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)

/** What the operator says to people while the server is being maintained. */
export const maintenanceOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.isMaintenance ? error.message : undefined

/** The server or a part of it is away for now: the phones do not say whether for maintenance. */
export const isRefusedForNow = (error: unknown) => error instanceof ApiError && error.status === 503

/** The message to show to the user. */
export function messageOf(error: unknown): string {
  if (isUnreachable(error)) return navigator.onLine ? t.ui.unreachable : `${t.ui.offline}.`
  if (isMissingFile(error)) return t.ui.missingFile
  return error instanceof Error ? error.message : String(error)
}

/** The faults of a rejected request, by field: the telephony points at them, the chat names the parameter. */
export function faultsOf(error: unknown): readonly Fault[] {
  if (!(error instanceof ApiError)) return []
  const { var_name: name } = error.details
  return typeof name === 'string' ? [{ pointer: `/${name}`, detail: error.message }] : error.faults
}
