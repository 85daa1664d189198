import { releaseAccount } from '../chat/accounts/providers/release-account.ts'
import { command } from './command.ts'
import { withAccount } from './with-account.ts'

export const releaseOpenIdCommand = command({
  usage: 'EMAIL [--organization HOST]',
  arguments: ['EMAIL'],
  options: { organization: { type: 'string' } },
  run: ({ positionals: [email], values }, config) =>
    withAccount(config, email!, values.organization, async ({ chat, user }) => {
      await releaseAccount(chat, user)
      console.log(
        `The next person at the provider with the verified address ${user.email} gets the account of ${user.full_name}.`,
      )
    }),
})
