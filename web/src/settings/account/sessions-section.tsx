import { useQuery } from '@tanstack/react-query'
import { Monitor } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { describeBrowser } from '../../shell/describe-browser.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ItemList, ListItem } from '../item-list.tsx'
import { SettingsSection } from '../settings-section.tsx'

type Session = ChatOutput<'GET /sessions'>['sessions'][number]

/** The sessions of the user. */
export function SessionsSection() {
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.sessions,
    queryFn: ({ signal }) => callChat('GET /sessions', {}, { signal }),
  })
  const submit = useSubmit()
  const [ending, setEnding] = useState<number | 'others'>()
  const others = data?.sessions.filter((session) => !session.current) ?? []

  async function end(sessions: readonly Session[], what: number | 'others') {
    setEnding(what)
    const done = await submit.run(async () => {
      for (const { id } of sessions) await callChat('DELETE /sessions/{session_id}', { session_id: id })
    })
    if (done) showToast(t.settings.sessions.ended(sessions.length))
    setEnding(undefined)
    void refetch()
  }
  return (
    <SettingsSection
      title={t.settings.sessions.title}
      intro={t.settings.sessions.intro}
      actions={
        others.length > 1 && (
          <Button size="small" busy={ending === 'others'} onClick={() => void end(others, 'others')}>
            {t.settings.sessions.endOthers}
          </Button>
        )
      }
    >
      {!data && error === null && <LoadingState />}
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {data && (
        <ItemList label={t.settings.sessions.title}>
          {data.sessions.map((session) => (
            <ListItem
              key={session.id}
              icon={<Monitor />}
              title={
                <span title={session.user_agent}>
                  {describeBrowser(session.user_agent) ?? (session.user_agent || t.settings.sessions.unknown)}
                </span>
              }
              badge={session.current && <Badge look="accent">{t.settings.sessions.current}</Badge>}
              detail={
                <>
                  {t.settings.sessions.lastSeen} <DateTime at={isoOf(session.last_seen)} />
                </>
              }
              actions={
                !session.current && (
                  <Button
                    size="small"
                    busy={ending === session.id}
                    onClick={() => void end([session], session.id)}
                  >
                    {t.settings.sessions.end}
                  </Button>
                )
              }
            />
          ))}
        </ItemList>
      )}
    </SettingsSection>
  )
}

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString()
