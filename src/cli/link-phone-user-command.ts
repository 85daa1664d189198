import { givePhoneUser } from '../workspace/accounts/set-up-phones.ts'
import { command } from './command.ts'
import { findAccount, findOrganization } from './find-account.ts'
import { withProducts } from './with-products.ts'

export const linkPhoneUserCommand = command({
  usage: 'EMAIL PHONE_USER_ID|primary [--organization HOST]',
  arguments: ['EMAIL', 'PHONE_USER'],
  options: { organization: { type: 'string' } },
  run: ({ positionals: [email, phoneUser], values }, config) =>
    withProducts(config, async ({ chat, workspace }) => {
      const realm = await findOrganization(chat, values.organization)
      const user = await findAccount(chat, realm, email!)
      const name = await givePhoneUser(workspace, realm, user, phoneUser!)
      console.log(`${user.full_name} <${user.email}> is the phone user ${name} from now on.`)
    }),
})
