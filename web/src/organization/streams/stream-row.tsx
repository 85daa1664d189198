import { Archive, Ellipsis, Star, StarOff } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { KnownStream } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'

export function StreamRow({ stream, onArchive }: { stream: KnownStream; onArchive: () => void }) {
  const { stream_id, name } = stream
  const members = useChat((state) => state.subscribers.get(stream_id)?.size ?? 0)
  const isDefault = useChat((state) => state.defaultStreams.includes(stream_id))
  const texts = t.organization.streams
  async function toggle() {
    try {
      await callChat(isDefault ? 'DELETE /default_streams' : 'POST /default_streams', { stream_id })
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  const item: MenuItem = {
    label: isDefault ? texts.removeDefault : texts.makeDefault,
    icon: isDefault ? <StarOff /> : <Star />,
    onChoose: () => void toggle(),
  }
  return (
    <tr>
      <td>
        <a href={`#streams/${stream_id}`}>{name}</a>
      </td>
      <td>
        {stream.is_web_public && <Badge look="accent">{texts.webPublic}</Badge>}
        {!stream.is_web_public && (stream.invite_only ? <Badge>{texts.private}</Badge> : texts.public)}
      </td>
      <td data-label={texts.members}>{members}</td>
      <td data-label={texts.default}>
        {isDefault ? <Badge look="success">{texts.isDefault}</Badge> : t.ui.no}
      </td>
      <td>
        <Menu
          label={t.organization.actionsFor(name)}
          icon={<Ellipsis />}
          groups={[
            // The server does not allow private streams as default streams.
            stream.invite_only && !isDefault ? [] : [item],
            [{ label: texts.archive, icon: <Archive />, look: 'danger', onChoose: onArchive }],
          ]}
        />
      </td>
    </tr>
  )
}
