import type { KeyCaller, SessionCaller, TelephonyCaller } from '../../api/telephony-api.ts'

const KEY = 'switchboard-portal'
const ACTING_AS = 'switchboard-portal-acting-as'

/** A key is stored until the tab is closed, so that it does not stay on a shared computer. */
export function rememberedKey(): KeyCaller | undefined {
  try {
    const caller = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeyCaller | null
    return caller?.apiKey && caller.userId ? { ...caller, kind: 'key' } : undefined
  } catch {
    return undefined
  }
}

/** The session of this browser, as the user whom the owner acts as in this tab. */
export function sessionCaller(csrfToken: string): SessionCaller {
  return { kind: 'session', csrfToken, userId: sessionStorage.getItem(ACTING_AS) ?? undefined }
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
