import { text } from 'node:stream/consumers'
import { badRequest } from '../chat/chat-error.ts'
import { hashPassword, PASSWORD_MIN_LENGTH } from '../platform/hash-password.ts'

/** From standard input, where neither the list of processes nor the history of the shell shows it. */
export async function readPassword(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if ([...password].length < PASSWORD_MIN_LENGTH) {
    throw badRequest(`The password must have at least ${PASSWORD_MIN_LENGTH} characters.`)
  }
  return hashPassword(password)
}
