import { text } from 'node:stream/consumers'
import { checkNewPassword } from '../chat/accounts/sign-in/check-new-password.ts'
import { hashPassword } from '../platform/secrets/hash-password.ts'

/** Reads from standard input, so that neither the process list nor the shell history shows it. */
export async function readPassword(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  checkNewPassword(password)
  return hashPassword(password)
}
