import { rotateApiKey } from '../chat/accounts/rotate-api-key.ts'
import { command } from './command.ts'
import { findAccount, findOrganization } from './find-account.ts'
import { withProducts } from './with-products.ts'

export const rotateKeyCommand = command({
  usage: 'EMAIL [--organization HOST]',
  arguments: ['EMAIL'],
  options: { organization: { type: 'string' } },
  run: ({ positionals: [email], values }, config) =>
    withProducts(config, async ({ chat }) => {
      const user = await findAccount(chat, await findOrganization(chat, values.organization), email!)
      console.log(`API key: ${await rotateApiKey(chat, user)}`)
    }),
})
