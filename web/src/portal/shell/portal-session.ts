import type { TelephonyCaller } from '../../api/telephony-api.ts'

const KEY = 'switchboard-portal'

/** Stored until the tab is closed, so that the company's key does not stay on a shared computer. */
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
