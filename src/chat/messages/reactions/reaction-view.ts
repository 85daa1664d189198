import type { User } from '../../identity/users/user.ts'
import type { ReactionsTable } from './reactions-table.ts'

/** As part of a message. */
export function viewReaction(
  { emoji_name, emoji_code, reaction_type }: Omit<ReactionsTable, 'realm_id'>,
  { id, email, full_name }: Pick<User, 'id' | 'email' | 'full_name'>,
) {
  return { emoji_name, emoji_code, reaction_type, user_id: id, user: { id, email, full_name } }
}
