import { ApiFailure } from '../../api/api-failure.ts'
import { callChat, rememberCsrfToken } from '../../api/chat-api.ts'
import { endPush } from '../../api/device-push.ts'
import type { KeyCaller, SessionCaller, TelephonyCaller } from '../../api/telephony-api.ts'

const KEY = 'switchboard-portal'
const ACTING_AS = 'switchboard-portal-acting-as'

/** A key is stored until the tab is closed, so that it does not stay on a shared computer. */
function rememberedKey(): KeyCaller | undefined {
  try {
    const caller = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeyCaller | null
    return caller?.apiKey && caller.userId ? { ...caller, kind: 'key' } : undefined
  } catch {
    return undefined
  }
}

/** A remembered key, else the session of this browser; undefined: nobody is signed in. */
export async function findCaller(): Promise<TelephonyCaller | undefined> {
  return rememberedKey() ?? (await findSession())
}

async function findSession(): Promise<SessionCaller | undefined> {
  try {
    const { csrf_token: csrfToken } = await callChat('GET /sessions/current', {})
    rememberCsrfToken(csrfToken)
    return { kind: 'session', csrfToken, userId: sessionStorage.getItem(ACTING_AS) ?? undefined }
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return undefined
    throw error
  }
}

export function rememberCaller(caller: TelephonyCaller): void {
  if (caller.kind === 'key') sessionStorage.setItem(KEY, JSON.stringify(caller))
  else if (caller.userId === undefined) sessionStorage.removeItem(ACTING_AS)
  else sessionStorage.setItem(ACTING_AS, caller.userId)
}

export function forgetCaller(): void {
  sessionStorage.removeItem(KEY)
  sessionStorage.removeItem(ACTING_AS)
}

/** Ends the session of this browser, in the chat as well. */
export async function endSession(): Promise<void> {
  await endPush()
  await callChat('DELETE /sessions/current', {})
}
