/** What a check has found. A problem makes `switchboard doctor` exit with 1. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem' | 'skipped'
  readonly text: string
  /** what the operator can do */
  readonly remedy?: string
}

export interface Check {
  readonly name: string
  run(): Promise<readonly Finding[]>
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warning = (text: string, remedy: string): Finding => ({ level: 'warning', text, remedy })
export const problem = (text: string, remedy: string): Finding => ({ level: 'problem', text, remedy })
export const skipped = (text: string, remedy: string): Finding => ({ level: 'skipped', text, remedy })

/** A check may wait for programs that never respond. */
const TIMEOUT_MS = 45_000

export async function runCheck({ name, run }: Check): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
  })
  try {
    return await Promise.race([run(), timeout])
  } catch (error) {
    return [problem(`${name} could not be checked: ${reasonOf(error)}.`, 'Look at the log of the server.')]
  } finally {
    clearTimeout(timer)
  }
}

/** The innermost reason: `fetch` and the PBX only say that something failed. */
export function reasonOf(error: unknown): string {
  const { cause, message, code } = error as { cause?: unknown; message?: string; code?: string }
  if (cause) return reasonOf(cause)
  return (message || code || String(error)).replace(/\.$/, '')
}
