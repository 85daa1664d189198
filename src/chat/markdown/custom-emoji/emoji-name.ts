import { badRequest } from '../../chat-error.ts'

/** The longest name that messages recognize. */
const LONGEST_NAME = 60

/** Spaces become underscores; other invalid characters are refused. */
export function checkEmojiName(given: string): string {
  const name = given.trim().replaceAll(' ', '_')
  if (name === '') throw badRequest('Emoji name is missing')
  if (!/^[0-9a-z._-]+$/.test(name)) throw badRequest('Invalid characters in emoji name')
  if (name.length > LONGEST_NAME) {
    throw badRequest(`emoji_name is too long (limit: ${LONGEST_NAME} characters)`)
  }
  return name
}
