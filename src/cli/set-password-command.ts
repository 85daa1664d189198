import { replacePassword } from '../chat/accounts/password-resets/replace-password.ts'
import { badRequest } from '../chat/chat-error.ts'
import { isBot } from '../chat/identity/users/user.ts'
import { command } from './command.ts'
import { readPassword } from './read-password.ts'
import { withAccount } from './with-account.ts'

export const setPasswordCommand = command({
  usage: 'EMAIL [--organization HOST] [--keep-bot-keys] < FILE_WITH_PASSWORD',
  arguments: ['EMAIL'],
  options: { organization: { type: 'string' }, 'keep-bot-keys': { type: 'boolean' } },
  async run({ positionals: [email], values }, config) {
    const passwordHash = await readPassword()
    await withAccount(config, email!, values.organization, async ({ chat, user }) => {
      if (isBot(user)) throw badRequest(`${user.full_name} is a bot: it has no password. Try rotate-key.`)
      if (!user.is_active) {
        throw badRequest(`The account of ${user.full_name} is deactivated: reactivate it first.`)
      }
      const keepBotKeys = values['keep-bot-keys'] === true
      const areKeysNew = await replacePassword(chat, user, { passwordHash, keepBotKeys })
      const ofBots = keepBotKeys
        ? 'the API key is new'
        : 'the API keys of the account and of its bots are new'
      const keys = areKeysNew ? ofBots : 'it is the first one, so the API keys stay'
      console.log(`${user.full_name} has a new password. All sessions have ended; ${keys}.`)
    })
  },
})
