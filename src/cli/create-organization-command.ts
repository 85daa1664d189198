import { checkEmail, checkFullName, createUser } from '../chat/accounts/create-user.ts'
import { createRealm } from '../chat/organization/create-realm.ts'
import { setUpPhones } from '../workspace/accounts/set-up-phones.ts'
import { command } from './command.ts'
import { describeFirstSignIn } from './describe-first-sign-in.ts'
import { UsageMistake } from './usage-mistake.ts'
import { withProducts } from './with-products.ts'

export const createOrganizationCommand = command({
  usage: 'NAME [--host HOST] [--description TEXT] [--owner-name "FIRST LAST" --owner-email EMAIL]',
  arguments: ['NAME'],
  options: {
    host: { type: 'string' },
    description: { type: 'string' },
    'owner-name': { type: 'string' },
    'owner-email': { type: 'string' },
  },
  async run({ positionals: [name], values }, config) {
    const { host = '', description = '', 'owner-name': fullName, 'owner-email': email } = values
    if ((fullName === undefined) !== (email === undefined)) {
      throw new UsageMistake('--owner-name and --owner-email belong together.')
    }
    await withProducts(config, async ({ chat, workspace }) => {
      if (fullName !== undefined) checkFullName(fullName)
      if (email !== undefined) checkEmail(email)
      const realm = await createRealm(chat, { name: name!, host, description })
      console.log(`Created ${realm.name} at ${realm.host === '' ? 'the root domain' : realm.host}.`)
      if (fullName === undefined || email === undefined) return
      const owner = { email, emailProven: true, fullName, role: 'administrator' } as const
      const { user, apiKey } = await createUser(chat, realm, owner)
      const company = await setUpPhones(workspace, realm, user)
      console.log(
        [
          `Created ${user.full_name} <${user.email}>, its administrator and the owner of its phones.`,
          `API key: ${apiKey}`,
          `Phones: ${company!.name} (${company!.public_id})`,
          ...(await describeFirstSignIn(workspace, realm, user)),
        ].join('\n'),
      )
    })
  },
})
