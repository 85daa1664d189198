import { createUser } from '../chat/accounts/create-user.ts'
import { setUpPhones } from '../workspace/accounts/set-up-phones.ts'
import { command } from './command.ts'
import { describeFirstSignIn } from './describe-first-sign-in.ts'
import { findOrganization } from './find-account.ts'
import { readPassword } from './read-password.ts'
import { checkChoice } from './usage-mistake.ts'
import { withProducts } from './with-products.ts'

export const createUserCommand = command({
  usage: 'EMAIL FULL_NAME [--organization HOST] [--role administrator|member|guest] [--password-stdin]',
  arguments: ['EMAIL', 'FULL_NAME'],
  options: {
    organization: { type: 'string' },
    role: { type: 'string' },
    'password-stdin': { type: 'boolean' },
  },
  async run({ positionals: [email, fullName], values }, config) {
    const role = checkChoice('--role', values.role, ['administrator', 'member', 'guest']) ?? 'member'
    const passwordHash = values['password-stdin'] ? await readPassword() : undefined
    await withProducts(config, async ({ chat, workspace }) => {
      const realm = await findOrganization(chat, values.organization)
      const { user, apiKey } = await createUser(chat, realm, {
        email: email!,
        emailProven: true,
        fullName: fullName!,
        role,
        ...(passwordHash && { passwordHash }),
      })
      const company = await setUpPhones(workspace, realm, user)
      console.log(
        [
          `Created ${user.full_name} <${user.email}>, ${role} of ${realm.name}.`,
          `API key: ${apiKey}`,
          ...(company ? [`Phones: ${company.name} (${company.public_id})`] : []),
          ...(passwordHash ? [] : await describeFirstSignIn(workspace, realm, user)),
        ].join('\n'),
      )
    })
  },
})
