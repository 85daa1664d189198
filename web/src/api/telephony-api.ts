import { ApiError, connectTelephony } from '@switchboard/client'

export type { Page, TelephonyBody, TelephonyInput } from '@switchboard/client'
export { faultsOf } from './api-failure.ts'

/** A key of the company with the id of a user or `primary`, or the session of a person. */
export type TelephonyCaller = KeyCaller | SessionCaller

export interface KeyCaller {
  kind: 'key'
  apiKey: string
  userId: string
}

export interface SessionCaller {
  kind: 'session'
  csrfToken: string
  /** the user whom the owner acts as; undefined: oneself */
  userId: string | undefined
}

export type TelephonyClient = ReturnType<typeof createTelephonyClient>

/** The telephony API as one person uses it. Views decide themselves when to try again. */
export function createTelephonyClient(caller: TelephonyCaller) {
  const { kind: _, ...credentials } = caller
  return { caller, ...connectTelephony({ server: '', retries: 0, ...credentials }) }
}

/** Null for what does not exist. */
export async function orNull<Found>(loading: Promise<Found>): Promise<Found | null> {
  try {
    return await loading
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
