import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { describeBrowser } from '../../shell/describe-browser.ts'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'

type Session = ChatOutput<'GET /users/{user_id}/sessions'>['sessions'][number]

/** Where somebody is signed in. An administrator ends one session, or all. */
export function PersonSessionsDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { user_id, full_name: name } = person
  const texts = o.people
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.personSessions(user_id),
    queryFn: ({ signal }) => callChat('GET /users/{user_id}/sessions', { user_id }, { signal }),
  })
  async function end(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (failure) {
      showToast(messageOf(failure), 'danger')
    }
    await refetch()
  }
  const endOne = ({ id }: Session) =>
    end(() => callChat('DELETE /users/{user_id}/sessions/{session_id}', { user_id, session_id: id }))
  const endAll = () => end(() => callChat('DELETE /users/{user_id}/sessions', { user_id }))
  return (
    <Dialog title={texts.sessionsOf(name)} size="large" onClose={onClose}>
      {!data && error === null && <LoadingState />}
      {error !== null && <ErrorState error={error} onRetry={refetch} />}
      {data?.sessions.length === 0 && <p>{texts.noSessions}</p>}
      {data && data.sessions.length > 0 && (
        <>
          <Table
            label={texts.sessionsOf(name)}
            headings={[texts.device, texts.address, t.settings.sessions.lastSeen, '']}
          >
            {data.sessions.map((session) => (
              <tr key={session.id}>
                <td title={session.user_agent}>
                  {describeBrowser(session.user_agent) ?? (session.user_agent || t.settings.sessions.unknown)}
                </td>
                <td>{session.address ?? ''}</td>
                <td>
                  <DateTime at={new Date(session.last_seen * 1000).toISOString()} />
                </td>
                <td>
                  <Button size="small" onClick={() => void endOne(session)}>
                    {t.settings.sessions.end}
                  </Button>
                </td>
              </tr>
            ))}
          </Table>
          <Button look="danger" onClick={() => void endAll()}>
            {texts.endSessions}
          </Button>
        </>
      )}
    </Dialog>
  )
}
