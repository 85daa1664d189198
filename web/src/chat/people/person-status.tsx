import { shownText } from '../../shell/status-words.tsx'
import { characterOf } from '../emoji/emoji-data.ts'
import { EmojiImage } from '../emoji/emoji-image.tsx'
import { useChat } from '../state/workspace.ts'

/** The emoji of a user's status. The text is its tooltip and accessible name. */
export function PersonStatus({ userId, withText }: { userId: number; withText?: boolean }) {
  const status = useChat((state) => state.statuses.get(userId))
  const own = useChat((state) => state.emoji)
  if (!status?.emoji_code && !status?.status_text) return null
  const { emoji_code: code = '', reaction_type: type, status_text: stored = '' } = status
  const text = shownText(stored)
  const url = type === 'realm_emoji' ? own[code]?.source_url : undefined
  return (
    <span title={text || undefined}>
      {code !== '' && <EmojiImage {...(url ? { url } : { character: characterOf(code) })} />}
      {withText ? ` ${text}` : text && <span className="visually-hidden"> {text}</span>}
    </span>
  )
}
