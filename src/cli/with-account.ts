import type { Chat } from '../chat/chat.ts'
import type { Realm } from '../chat/identity/realms/realm.ts'
import type { User } from '../chat/identity/users/user.ts'
import type { Config } from '../config/config.ts'
import { findAccount, findOrganization } from './find-account.ts'
import { withProducts } from './with-products.ts'

interface Account {
  chat: Chat
  realm: Realm
  user: User
}

/** Opens the products and finds an account by its email address, for commands that change one. */
export function withAccount(
  config: Config,
  email: string,
  host: string | undefined,
  work: (account: Account) => Promise<void>,
): Promise<void> {
  return withProducts(config, async ({ chat }) => {
    const realm = await findOrganization(chat, host)
    await work({ chat, realm, user: await findAccount(chat, realm, email) })
  })
}
