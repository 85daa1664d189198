import { rotateApiKey } from '../chat/accounts/rotate-api-key.ts'
import { command } from './command.ts'
import { withAccount } from './with-account.ts'

export const rotateKeyCommand = command({
  usage: 'EMAIL [--organization HOST]',
  arguments: ['EMAIL'],
  options: { organization: { type: 'string' } },
  run: ({ positionals: [email], values }, config) =>
    withAccount(config, email!, values.organization, async ({ chat, user }) => {
      console.log(`API key: ${await rotateApiKey(chat, user)}`)
    }),
})
