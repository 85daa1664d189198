import { setTimeout as pause } from 'node:timers/promises'
import { PbxFailure } from '../../pbx.ts'

const TIMEOUT_MS = 5000

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

/**
 * Asks Asterisk's manager interface (AMI) by HTTP, and returns the answers: ARI knows nothing of registrations with
 * providers. Answers may contain passwords and must not be logged.
 */
async function askManager(
  url: string,
  actions: readonly Readonly<Record<string, string>>[],
): Promise<readonly string[]> {
  const { origin, username, password } = new URL(url)
  const send = async (fields: Readonly<Record<string, string>>, cookie = '') => {
    try {
      return await fetch(`${origin}/rawman`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { cookie },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    } catch (error) {
      throw new PbxFailure('The manager interface of Asterisk does not respond.', { cause: error })
    }
  }
  const login = await send({
    action: 'Login',
    username: decodeURIComponent(username),
    secret: decodeURIComponent(password),
    events: 'off',
  })
  await login.text()
  const cookie = login.headers.get('set-cookie')?.split(';')[0]
  if (!login.ok || cookie === undefined) {
    throw new PbxFailure('The manager interface of Asterisk refused us: write its configuration again.')
  }
  const answers: string[] = []
  for (const action of [...actions, { action: 'Logoff' }])
    answers.push(await (await send(action, cookie)).text())
  return answers
}
