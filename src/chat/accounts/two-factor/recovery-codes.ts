import { randomBytes } from 'node:crypto'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { User } from '../../identity/users/user.ts'

const COUNT = 10
/** Without characters that look alike: 50 bits in ten of them. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** `k7m2p-x9q4r`, ten of them. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const text = [...randomBytes(10)].map((byte) => alphabet[byte % 32]).join('')
    return `${text.slice(0, 5)}-${text.slice(5)}`
  })
}

/** The hash contains the owner, so that equal codes of two people differ in the database. */
export const hashRecoveryCode = ({ secrets }: ChatPlatform, user: User, code: string) =>
  secrets.hash(`recovery code of ${user.realm_id}:${user.id} ${readCode(code)}`)

/** As people type it: with spaces, dashes and capitals. */
export const readCode = (text: string) => text.replaceAll(/[\s-]/g, '').toLowerCase()
