import { changeUser } from '../chat/accounts/change-user.ts'
import { roleNumber } from '../chat/identity/users/role-numbers.ts'
import { command } from './command.ts'
import { checkChoice } from './usage-mistake.ts'
import { withAccount } from './with-account.ts'

export const changeRoleCommand = command({
  usage: 'EMAIL administrator|member|guest [--organization HOST]',
  arguments: ['EMAIL', 'ROLE'],
  options: { organization: { type: 'string' } },
  async run({ positionals: [email, wanted], values }, config) {
    const role = checkChoice('ROLE', wanted, ['administrator', 'member', 'guest'])!
    await withAccount(config, email!, values.organization, async ({ chat, realm, user }) => {
      await changeUser(chat, { realm }, user.id, { role: roleNumber(role) })
      console.log(`${user.full_name} <${user.email}> is ${role} of ${realm.name}.`)
    })
  },
})
