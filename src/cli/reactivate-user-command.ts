import { reactivateUser } from '../chat/accounts/reactivate-user.ts'
import { badRequest } from '../chat/chat-error.ts'
import { command } from './command.ts'
import { withAccount } from './with-account.ts'

export const reactivateUserCommand = command({
  usage: 'EMAIL [--organization HOST]',
  arguments: ['EMAIL'],
  options: { organization: { type: 'string' } },
  run: ({ positionals: [email], values }, config) =>
    withAccount(config, email!, values.organization, async ({ chat, realm, user }) => {
      if (user.is_active) throw badRequest(`${user.full_name} <${user.email}> is already active.`)
      await reactivateUser(chat, { realm }, user.id)
      console.log(`Reactivated ${user.full_name} <${user.email}>, ${user.role} of ${realm.name}.`)
    }),
})
