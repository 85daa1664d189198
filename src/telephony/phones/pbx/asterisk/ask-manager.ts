import { PbxFailure } from '../pbx.ts'

const TIMEOUT_MS = 5000

/**
 * Asks Asterisk's manager interface (AMI) by HTTP, and returns the answers: ARI knows neither registrations with
 * providers nor hints. Answers may contain passwords and must not be logged.
 */
export async function askManager(
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
