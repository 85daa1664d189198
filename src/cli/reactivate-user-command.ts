import { reactivateUser } from '../chat/accounts/reactivate-user.ts'
import { badRequest } from '../chat/chat-error.ts'
import { command } from './command.ts'
import { findAccount, findOrganization } from './find-account.ts'
import { withProducts } from './with-products.ts'

export const reactivateUserCommand = command({
  usage: 'EMAIL [--organization HOST]',
  arguments: ['EMAIL'],
  options: { organization: { type: 'string' } },
  run: ({ positionals: [email], values }, config) =>
    withProducts(config, async ({ chat }) => {
      const realm = await findOrganization(chat, values.organization)
      const user = await findAccount(chat, realm, email!)
      if (user.is_active) throw badRequest(`${user.full_name} <${user.email}> is active already.`)
      await reactivateUser(chat, { realm }, user.id)
      console.log(`Reactivated ${user.full_name} <${user.email}>, ${user.role} of ${realm.name}.`)
    }),
})
