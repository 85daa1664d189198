import { useQuery } from '@tanstack/react-query'
import { Download, FileDown } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ItemList, ListItem } from '../item-list.tsx'
import { ButtonRow, SettingsSection } from '../settings-section.tsx'

const LOOK_AGAIN_MS = 2_000

/** A person gets what is stored about them. */
export function OwnDataSection() {
  const myId = useChat((state) => state.me.userId)
  const submit = useSubmit()
  const texts = t.settings.ownData
  const { data = [], refetch } = useQuery({
    queryKey: chatKeys.personExports,
    queryFn: async ({ signal }) => {
      const { exports } = await callChat('GET /export/people', {}, { signal })
      // Administrators see those of others, too.
      return exports.filter((made) => made.user_id === myId)
    },
    refetchInterval: ({ state }) => (state.data?.some((made) => made.pending) ? LOOK_AGAIN_MS : false),
  })
  async function order() {
    if (await submit.run(() => callChat('POST /users/me/export', {}))) void refetch()
  }
  return (
    <SettingsSection title={texts.title} intro={texts.intro}>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {data.length > 0 && (
        <ItemList label={texts.title}>
          {data.map((made) => (
            <ListItem
              key={made.id}
              icon={<FileDown />}
              title={texts.item(made.id)}
              badge={
                made.pending ? (
                  <Badge look="accent">{texts.pending}</Badge>
                ) : (
                  made.failed && <Badge look="danger">{texts.failed}</Badge>
                )
              }
              detail={
                <>
                  {texts.until} <DateTime at={new Date(made.expires_timestamp * 1000).toISOString()} />
                </>
              }
              actions={
                made.export_url && (
                  <a href={`/api/v1/export/people/${made.id}/download`} download>
                    <Download />
                    {t.ui.download}
                  </a>
                )
              }
            />
          ))}
        </ItemList>
      )}
      <ButtonRow>
        <Button icon={<FileDown />} busy={submit.busy} onClick={() => void order()}>
          {texts.order}
        </Button>
      </ButtonRow>
    </SettingsSection>
  )
}
