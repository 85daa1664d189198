import type { ChatState } from '../state/chat-state.ts'

const ADMINISTRATORS = 2
const FULL_MEMBERS = 3
const DAY_MS = 86_400_000

/** Whether the user is in the group that a setting of the organization names. The server decides in the end. */
export function meetsPolicy(
  { me, people, realm }: Pick<ChatState, 'me' | 'people' | 'realm'>,
  policy: number,
): boolean {
  if (me.isAdmin) return true
  if (me.isGuest || policy === ADMINISTRATORS) return false
  if (policy !== FULL_MEMBERS) return true
  const joined = Date.parse(people.get(me.userId)?.date_joined ?? '')
  return Date.now() - joined >= realm.waiting_period_threshold * DAY_MS
}
