import { removeTwoFactorOf } from '../chat/accounts/two-factor/change-two-factor.ts'
import { command } from './command.ts'
import { withAccount } from './with-account.ts'

export const removeTwoFactorCommand = command({
  usage: 'EMAIL [--organization HOST]',
  arguments: ['EMAIL'],
  options: { organization: { type: 'string' } },
  run: ({ positionals: [email], values }, config) =>
    withAccount(config, email!, values.organization, async ({ chat, realm, user }) => {
      await removeTwoFactorOf(chat, { realm }, user.id)
      console.log(
        `${user.full_name} <${user.email}> signs in with the password only. All sessions have ended.`,
      )
    }),
})
