import { changeUser } from '../chat/accounts/change-user.ts'
import { roleNumber } from '../chat/identity/users/role-numbers.ts'
import { command } from './command.ts'
import { findAccount, findOrganization } from './find-account.ts'
import { checkChoice } from './usage-mistake.ts'
import { withProducts } from './with-products.ts'

export const changeRoleCommand = command({
  usage: 'EMAIL administrator|member|guest [--organization HOST]',
  arguments: ['EMAIL', 'ROLE'],
  options: { organization: { type: 'string' } },
  async run({ positionals: [email, wanted], values }, config) {
    const role = checkChoice('ROLE', wanted, ['administrator', 'member', 'guest'])!
    await withProducts(config, async ({ chat }) => {
      const realm = await findOrganization(chat, values.organization)
      const user = await findAccount(chat, realm, email!)
      await changeUser(chat, { realm }, user.id, { role: roleNumber(role) })
      console.log(`${user.full_name} <${user.email}> is ${role} of ${realm.name}.`)
    })
  },
})
