import { createLogger } from '../platform/logging/log.ts'
import { command } from './command.ts'
import { UsageMistake } from './usage-mistake.ts'

export const replaceLostKeyCommand = command({
  usage: '--give-up-secrets',
  arguments: [],
  options: { 'give-up-secrets': { type: 'boolean' } },
  async run({ values }, config) {
    if (!values['give-up-secrets']) {
      throw new UsageMistake(
        'Every API key, SIP password and webhook secret will be replaced, and everyone will be signed out. Try your copies of the key first; then confirm with --give-up-secrets.',
      )
    }
    const { replaceLostKey } = await import('../server/maintenance/replace-lost-key.ts')
    const { chat, telephony } = await replaceLostKey(config, createLogger(config.logLevel))
    if (chat) {
      console.log('The chat has new secrets. Passwords still work; everyone is signed out.')
      report(chat.people, 'people sign in again. Programs that use their API keys need the new ones.')
      report(chat.bots, 'bots have new API keys: their owners find them in the settings.')
      report(
        chat.services,
        'outgoing webhooks have a new token and secret: their owners give them to the service.',
      )
      report(chat.invitations, 'invitations by mail are no longer valid: resend them.')
      report(chat.links, 'invitation links have new addresses.')
      report(chat.mails, 'unsent mails were deleted.')
    }
    if (telephony) {
      console.log('The telephony has new secrets. Invitations that nobody has accepted are mailed again.')
      report(telephony.extensions, 'extensions have new SIP passwords and PINs: set up their phones again.')
      report(telephony.webhooks, 'webhooks sign with a new secret: rotate it and give it to the receivers.')
      for (const { company, name, key } of telephony.apiKeys) {
        console.log(`API key of ${company}, ${name}: ${key}`)
      }
    }
  },
})

function report(count: number, text: string): void {
  if (count > 0) console.log(`- ${count} ${text}`)
}
