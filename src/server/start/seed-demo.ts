import type { Chat } from '../../chat/chat.ts'
import { createDemoOrganization } from '../../chat/demo/create-demo-organization.ts'
import { fillDemoOrganization } from '../../chat/demo/fill-demo-organization.ts'
import type { Realm } from '../../chat/identity/realms/realm.ts'
import { isBot } from '../../chat/identity/users/user.ts'
import { findUserByEmail } from '../../chat/identity/users/user-store.ts'
import { fetchDevelopmentKey } from '../../chat/organization/server-settings/fetch-development-key.ts'
import { hashPassword } from '../../platform/secrets/hash-password.ts'

export const DEMO_PASSWORD = 'demo-password'

export interface Demo {
  /** the organization at the root domain: the demo organization or another one */
  realm: Realm
  created: boolean
  accounts: DemoAccount[]
}

export interface DemoAccount {
  email: string
  fullName: string
  role: string
  apiKey: string
}

/**
 * Creates the demo organization at the root domain, with a week of conversations if wanted. An existing organization is
 * not changed.
 */
export async function seedDemo(chat: Chat, options: { conversations?: boolean } = {}): Promise<Demo> {
  const known = await chat.realmsByHost.get('')
  if (known) return { realm: known, created: false, accounts: await listDemoAccounts(chat, known) }
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const demo = await createDemoOrganization(chat, passwordHash)
  if (options.conversations) await fillDemoOrganization(chat, demo, passwordHash)
  const { realm } = demo
  return { realm, created: true, accounts: await listDemoAccounts(chat, realm) }
}

const names = ['ada', 'ben', 'cleo', 'gus', 'hook-bot', 'echo-bot']

/** The demo accounts that exist and are active. */
async function listDemoAccounts(chat: Chat, realm: Realm): Promise<DemoAccount[]> {
  const accounts: DemoAccount[] = []
  for (const name of names) {
    const user = await findUserByEmail(chat.database.read, realm.id, `${name}@example.com`)
    if (!user?.is_active) continue
    const { api_key: apiKey } = await fetchDevelopmentKey(chat, realm, user.email)
    const role = isBot(user) ? 'bot' : user.role
    accounts.push({ email: user.email, fullName: user.full_name, role, apiKey })
  }
  return accounts
}
