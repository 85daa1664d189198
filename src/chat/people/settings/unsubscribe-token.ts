import { isSameSecret } from '../../../platform/secrets/secrets.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { User } from '../../identity/users/user.ts'

type Owner = Pick<User, 'realm_id' | 'id'>

/** The secret part of the link that ends a person's mails. It is signed, not stored, and does not expire. */
export const unsubscribeToken = (chat: ChatPlatform, owner: Owner): string =>
  `${owner.id}.${proofOf(chat, owner)}`

/** The id of the person; undefined: the token was not made for this organization. */
export function readUnsubscribeToken(chat: ChatPlatform, realmId: number, token: string): number | undefined {
  const [, digits, proof] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? []
  if (digits === undefined) return undefined
  const id = Number(digits)
  return isSameSecret(proof!, proofOf(chat, { realm_id: realmId, id })) ? id : undefined
}

const proofOf = ({ secrets }: ChatPlatform, { realm_id, id }: Owner) =>
  secrets.sign(`unsubscribe from mails ${realm_id} ${id}`)
