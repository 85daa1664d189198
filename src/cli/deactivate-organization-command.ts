import { badRequest } from '../chat/chat-error.ts'
import { deactivateRealm } from '../chat/organization/deactivate-realm.ts'
import { command } from './command.ts'
import { findOrganization } from './find-account.ts'
import { withProducts } from './with-products.ts'

export const deactivateOrganizationCommand = command({
  usage: '[--organization HOST]',
  arguments: [],
  options: { organization: { type: 'string' } },
  run: ({ values: { organization } }, config) =>
    withProducts(config, async ({ chat }) => {
      const realm = await findOrganization(chat, organization)
      if (realm.deactivated) throw badRequest(`${realm.name} is already deactivated.`)
      await deactivateRealm(chat, realm)
      console.log(`Deactivated ${realm.name}. Everybody is signed out.`)
    }),
})
