import type { TelephonyCaller } from '../../api/telephony-api.ts'

const KEY = 'switchboard-portal'

/** Kept until the tab is closed: a key of the company must not outlive the person at the keyboard. */
export function rememberedCaller(): TelephonyCaller | undefined {
  try {
    const caller = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as TelephonyCaller | null
    return caller?.apiKey && caller.userId ? caller : undefined
  } catch {
    return undefined
  }
}

export function rememberCaller(caller: TelephonyCaller): void {
  sessionStorage.setItem(KEY, JSON.stringify(caller))
}

export function forgetCaller(): void {
  sessionStorage.removeItem(KEY)
}
