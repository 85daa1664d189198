import { randomBytes } from 'node:crypto'
import { generateApiKey } from '../../../platform/secrets.ts'
import type { Chat } from '../../chat.ts'
import { badRequest } from '../../chat-error.ts'
import type { User } from '../../identity/users/user.ts'
import type { BotServicesTable } from './bot-services-table.ts'

export interface ServiceAddress {
  url: string
  interface: number
}

const URL_LIMIT = 2000

export const newServiceSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** The service of a new bot, with secrets of its own. */
export function newService(chat: Chat, bot: User, address: ServiceAddress): BotServicesTable {
  return {
    realm_id: bot.realm_id,
    user_id: bot.id,
    base_url: address.url,
    interface: address.interface,
    token_sealed: chat.secrets.encrypt(generateApiKey()),
    secret_sealed: chat.secrets.encrypt(newServiceSecret()),
    lease_holder: '',
    lease_until: 0,
  }
}

/** Where it really leads is looked at when something is posted: names can change their meaning. */
export function checkServiceUrl(name: string, url: string): string {
  const fits = url.length <= URL_LIMIT && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!fits) throw badRequest(`${name} is not a URL`)
  return url
}

export function checkInterface(type: number): number {
  if (type !== 1 && type !== 2) throw badRequest('Invalid interface type')
  return type
}
