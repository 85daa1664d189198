import type { Message } from '@switchboard/client/chat'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { characterOf } from '../emoji/emoji-data.ts'
import { EmojiImage } from '../emoji/emoji-image.tsx'
import { useChat } from '../state/workspace.ts'
import { toggleReaction } from './change-message.ts'
import styles from './reaction-row.module.css'

interface Group {
  name: string
  code: string
  type: string
  userIds: number[]
}

/** The reactions under a message; nothing when there are none. */
export function ReactionRow({ message }: { message: Message }) {
  const me = useChat((state) => state.me.userId)
  const people = useChat((state) => state.people)
  const own = useChat((state) => state.emoji)
  if (message.reactions.length === 0) return null
  return (
    <ul className={styles.row} aria-label={t.actions.reactions}>
      {groupsOf(message).map((group) => {
        const names = group.userIds.map((id) => people.get(id)?.full_name ?? '').join(', ')
        const label = t.actions.reactedBy(names, `:${group.name}:`)
        const isMine = group.userIds.includes(me)
        const url = group.type === 'unicode_emoji' ? undefined : own[group.code]?.source_url
        return (
          <li key={`${group.type} ${group.code}`}>
            <button
              type="button"
              className={classNames(styles.reaction, isMine && styles.mine)}
              aria-pressed={isMine}
              aria-label={`${label} (${group.userIds.length})`}
              title={label}
              onClick={() => toggleReaction(message, group, me)}
            >
              <EmojiImage
                {...(url ? { url } : { character: characterOf(group.code) || `:${group.name}:` })}
              />
              <span aria-hidden="true">{group.userIds.length}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** In the order in which each emoji came first. */
function groupsOf({ reactions }: Message): Group[] {
  const groups = new Map<string, Group>()
  for (const { emoji_name: name, emoji_code: code, reaction_type: type, user_id } of reactions) {
    const key = `${type} ${code}`
    const group = groups.get(key) ?? { name, code, type, userIds: [] }
    group.userIds.push(user_id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
