import { badRequest } from '../chat/chat-error.ts'
import { reactivateRealm } from '../chat/organization/deactivate-realm.ts'
import { command } from './command.ts'
import { findOrganization } from './find-account.ts'
import { withProducts } from './with-products.ts'

export const reactivateOrganizationCommand = command({
  usage: '[--organization HOST]',
  arguments: [],
  options: { organization: { type: 'string' } },
  run: ({ values: { organization } }, config) =>
    withProducts(config, async ({ chat }) => {
      const realm = await findOrganization(chat, organization)
      if (!realm.deactivated) throw badRequest(`${realm.name} is not deactivated.`)
      await reactivateRealm(chat, realm)
      console.log(`Reactivated ${realm.name}. People can sign in again.`)
    }),
})
