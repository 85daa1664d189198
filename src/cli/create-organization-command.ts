import { createRealm } from '../chat/organization/create-realm.ts'
import { command } from './command.ts'
import { withProducts } from './with-products.ts'

export const createOrganizationCommand = command({
  usage: 'NAME [--host HOST] [--description TEXT]',
  arguments: ['NAME'],
  options: { host: { type: 'string' }, description: { type: 'string' } },
  run: ({ positionals: [name], values: { host = '', description = '' } }, config) =>
    withProducts(config, async ({ chat }) => {
      const realm = await createRealm(chat, { name: name!, host, description })
      console.log(`Created ${realm.name} at ${realm.host === '' ? 'the root domain' : realm.host}.`)
    }),
})
