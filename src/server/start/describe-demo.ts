import { ACME_KEY, GLOBEX_KEY } from '../../telephony/demo/create-demo-companies.ts'
import { DEMO_PASSWORD, type Demo, type DemoAccount } from './seed-demo.ts'

/** Describes the people of the demo organization and their credentials. */
export function describeAccounts({ realm, accounts }: Demo): string[] {
  if (accounts.length === 0) {
    return [`The root domain belongs to ${realm.name}, which has no demo people.`]
  }
  const widest = Math.max(...accounts.map(({ email }) => email.length))
  return [
    `${realm.name}: every password is ${DEMO_PASSWORD}`,
    ...accounts.map(
      ({ email, role, apiKey }) => `  ${email.padEnd(widest)}  ${role.padEnd(13)}  API key ${apiKey}`,
    ),
  ]
}

/** Three commands to paste into a shell. */
export function describeFirstCalls(address: string, { accounts }: Demo): string[] {
  const find = (name: string) => accounts.find(({ email }) => email === `${name}@example.com`)
  const [ada, ben, hookBot] = [find('ada'), find('ben'), find('hook-bot')]
  if (!ada || !ben || !hookBot) return []
  const api = `${address}/api/v1`
  const as = ({ email, apiKey }: DemoAccount) => `curl -sS -u ${email}:${apiKey}`
  return [
    'Send a message, read the newest ones, post through a webhook:',
    `  ${as(ada)} ${api}/messages -d type=stream -d to=test -d topic=hello -d 'content=Hello from Ada'`,
    `  ${as(ben)} -G ${api}/messages -d anchor=newest -d num_before=5 -d num_after=0`,
    `  curl -sS '${api}/external/helloworld?api_key=${hookBot.apiKey}&stream=test' -H 'Content-Type: application/json' ` +
      `-d '{"featured_title":"Marilyn Monroe","featured_url":"https://en.wikipedia.org/wiki/Marilyn_Monroe"}'`,
  ]
}

/** Describes the demo companies of the telephony, and a command to start with. */
export function describeCompanies(address: string): string[] {
  return [
    `Telephony: API key ${ACME_KEY} (Acme) and ${GLOBEX_KEY} (Globex); X-User-Id primary or the id of a user`,
    `  curl -sS ${address}/system/company/contacts -H 'Authorization: Bearer ${ACME_KEY}' -H 'X-User-Id: primary'`,
  ]
}
