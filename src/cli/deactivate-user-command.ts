import { closeAccount } from '../chat/accounts/close-account.ts'
import { deactivateUser } from '../chat/accounts/deactivate-user.ts'
import { badRequest } from '../chat/chat-error.ts'
import { isBot } from '../chat/identity/users/user.ts'
import { command } from './command.ts'
import { withAccount } from './with-account.ts'

export const deactivateUserCommand = command({
  usage: 'EMAIL [--organization HOST]',
  arguments: ['EMAIL'],
  options: { organization: { type: 'string' } },
  run: ({ positionals: [email], values }, config) =>
    withAccount(config, email!, values.organization, async ({ chat, realm, user }) => {
      if (!user.is_active) throw badRequest(`${user.full_name} <${user.email}> is already deactivated.`)
      await (isBot(user) ? deactivateUser(chat, user) : closeAccount(chat, { realm }, user.id))
      console.log(`Deactivated ${user.full_name} <${user.email}> of ${realm.name}.`)
    }),
})
