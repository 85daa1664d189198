import { Smile, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { EmojiImage } from '../../chat/emoji/emoji-image.tsx'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { EmptyState } from '../../ui/view-states.tsx'
import { usePages } from '../people/use-pages.ts'
import { AddEmoji } from './add-emoji.tsx'

/** Members add emoji; their authors and administrators take them out of use. */
export function EmojiTab() {
  const me = useChat((state) => state.me)
  const emoji = useChat((state) => state.emoji)
  const [ended, setEnded] = useState<string>()
  const texts = t.organization.emoji
  const all = Object.values(emoji)
    .filter((one) => !one.deactivated)
    .sort((one, other) => one.name.localeCompare(other.name))
  const { shown, ...pager } = usePages(all, '')
  return (
    <SectionPage title={texts.title} intro={texts.intro}>
      <Card title={texts.add}>
        <AddEmoji />
      </Card>
      {all.length === 0 ? (
        <EmptyState icon={<Smile />} title={texts.none}>
          {texts.noneHint}
        </EmptyState>
      ) : (
        <Table label={texts.title} headings={[texts.picture, texts.name, texts.author, '']}>
          {shown.map(({ id, name, source_url, author }) => (
            <tr key={id}>
              <td>
                <EmojiImage url={source_url} />
              </td>
              <td>
                <code>:{name}:</code>
              </td>
              <td>{author.full_name}</td>
              <td>
                {(me.isAdmin || author.id === me.userId) && (
                  <IconButton label={texts.deactivateNamed(name)} onClick={() => setEnded(name)}>
                    <Trash2 />
                  </IconButton>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <Pager {...pager} />
      {ended !== undefined && (
        <ConfirmDialog
          title={texts.deactivateTitle(ended)}
          confirm={texts.deactivate}
          onConfirm={() => callChat('DELETE /realm/emoji/{emoji_name}', { emoji_name: ended })}
          onClose={() => setEnded(undefined)}
        >
          {texts.deactivateHint}
        </ConfirmDialog>
      )}
    </SectionPage>
  )
}
