import { setTimeout as pause } from 'node:timers/promises'
import { askManager } from '../ask-manager.ts'

const LOOKS = 30
const INTERVAL_MS = 100

/** The status of each registration with a provider, by its name. */
export async function listRegistrations(url: string): Promise<ReadonlyMap<string, string>> {
  const [text = ''] = await askManager(url, [{ action: 'PJSIPShowRegistrationsOutbound' }])
  const blocks = text.split(/\r?\n\r?\n/).filter((block) => block.includes('OutboundRegistrationDetail'))
  const field = (block: string, name: string) => {
    const line = block.split(/\r?\n/).find((one) => one.startsWith(`${name}: `))
    return line?.slice(name.length + 2) ?? ''
  }
  return new Map(blocks.map((block) => [field(block, 'ObjectName'), field(block, 'Status')]))
}

/** Registers with the providers now. */
export async function registerWithProviders(url: string, names: readonly string[]): Promise<void> {
  await changeRegistrations(url, 'PJSIPRegister', names)
}

/**
 * Ends registrations, which Asterisk does not do when their rows are deleted. Returns once the providers have
 * confirmed it: they ask for the password, and until then Asterisk needs the rows. A provider that does not respond in
 * time keeps the registration until it expires.
 */
export async function unregisterFromProviders(url: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await changeRegistrations(url, 'PJSIPUnregister', names)
  for (let look = 0; look < LOOKS; look += 1) {
    const statuses = await listRegistrations(url)
    if (!names.some((name) => statuses.get(name) === 'Registered')) return
    await pause(INTERVAL_MS)
  }
}

async function changeRegistrations(
  url: string,
  action: 'PJSIPRegister' | 'PJSIPUnregister',
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return
  await askManager(
    url,
    names.map((registration) => ({ action, registration })),
  )
}
