import { PASSWORD_MIN_LENGTH } from '../../../platform/secrets/hash-password.ts'
import { badRequest } from '../../chat-error.ts'

const MAX_PASSWORD_LENGTH = 1000

export const isTooShort = (password: string) => [...password].length < PASSWORD_MIN_LENGTH

/** Rules for new passwords. */
export function checkNewPassword(password: string): void {
  const { length } = [...password]
  if (isTooShort(password)) {
    throw badRequest(`The password must have at least ${PASSWORD_MIN_LENGTH} characters.`)
  }
  if (length > MAX_PASSWORD_LENGTH) {
    throw badRequest(`password is too long (limit: ${MAX_PASSWORD_LENGTH} characters)`)
  }
}
