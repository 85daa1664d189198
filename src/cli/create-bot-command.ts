import { createUser } from '../chat/accounts/create-user.ts'
import { badRequest } from '../chat/chat-error.ts'
import { isBot } from '../chat/identity/users/user.ts'
import { command } from './command.ts'
import { findAccount, findOrganization } from './find-account.ts'
import { checkChoice, UsageMistake } from './usage-mistake.ts'
import { withProducts } from './with-products.ts'

/** The API's number of a type is its position here, from 1. */
const botTypes = ['generic', 'incoming-webhook', 'outgoing-webhook', 'embedded'] as const

export const createBotCommand = command({
  usage: `EMAIL FULL_NAME --owner EMAIL [--type ${botTypes.join('|')}] [--organization HOST]`,
  arguments: ['EMAIL', 'FULL_NAME'],
  options: {
    owner: { type: 'string' },
    type: { type: 'string' },
    organization: { type: 'string' },
  },
  async run({ positionals: [email, fullName], values }, config) {
    const { owner: ownerEmail, organization } = values
    if (ownerEmail === undefined) throw new UsageMistake('--owner is missing.')
    const type = checkChoice('--type', values.type, botTypes) ?? 'generic'
    await withProducts(config, async ({ chat }) => {
      const realm = await findOrganization(chat, organization)
      const owner = await findAccount(chat, realm, ownerEmail)
      if (isBot(owner)) throw badRequest(`${owner.full_name} is a bot; a bot belongs to a person.`)
      if (!owner.is_active) throw badRequest(`The account of ${owner.full_name} is deactivated.`)
      const { user, apiKey } = await createUser(chat, realm, {
        email: email!,
        fullName: fullName!,
        bot: { type: botTypes.indexOf(type) + 1, owner },
      })
      console.log(
        `Created ${user.full_name} <${user.email}>, ${type} bot of ${owner.full_name}.\nAPI key: ${apiKey}`,
      )
    })
  },
})
