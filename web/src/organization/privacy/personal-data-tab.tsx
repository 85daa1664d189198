import { useQuery } from '@tanstack/react-query'
import { Download, UserRoundSearch } from 'lucide-react'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/date-time.tsx'

const LOOK_AGAIN_MS = 2_000

type State = 'pending' | 'failed' | 'done'

/** An export of what is stored about a person, or the erasure of a person. */
interface DataRequest {
  id: string
  what: string
  userId: number
  /** null: the operator of the server */
  by: number | null
  at: number
  state: State
  /** how far it is */
  detail?: string
  download?: string
}

/** The requests of people about their data: what was exported, and who was erased. */
export function PersonalDataTab() {
  const people = useChat((state) => state.people)
  const texts = o.personalData
  const nameOf = ({ userId }: DataRequest) => people.get(userId)?.full_name ?? String(userId)
  const resource: Resource<DataRequest> = {
    title: texts.title,
    intro: texts.intro,
    query: useQuery({
      queryKey: chatKeys.personalData,
      queryFn: ({ signal }) => loadRequests(signal),
      refetchInterval: ({ state }) =>
        state.data?.some((request) => request.state === 'pending') ? LOOK_AGAIN_MS : false,
    }),
    idOf: ({ id }) => id,
    nameOf,
    empty: { icon: <UserRoundSearch />, title: texts.none, hint: texts.noneHint },
    columns: [
      { heading: texts.person, cell: nameOf },
      { heading: texts.what, cell: ({ what }) => what },
      {
        heading: texts.ordered,
        labelled: true,
        cell: ({ by, at }) => (
          <>
            {by === null ? texts.operator : (people.get(by)?.full_name ?? by)},{' '}
            <DateTime at={new Date(at * 1000).toISOString()} />
          </>
        ),
      },
      {
        heading: texts.state,
        labelled: true,
        cell: ({ state, detail }) => (
          <span aria-live="polite">
            <Badge look={looks[state]}>{texts.states[state]}</Badge> {detail}
          </span>
        ),
      },
      {
        heading: '',
        cell: ({ download }) =>
          download && (
            <a href={download} download>
              <Download aria-hidden /> {t.ui.download}
            </a>
          ),
      },
    ],
  }
  return <ResourceList resource={resource} />
}

const looks = { pending: 'accent', failed: 'danger', done: 'success' } as const

async function loadRequests(signal: AbortSignal): Promise<DataRequest[]> {
  const [{ exports }, { erasures }] = await Promise.all([
    callChat('GET /export/people', {}, { signal }),
    callChat('GET /realm/erasures', {}, { signal }),
  ])
  const texts = o.personalData
  const requests: DataRequest[] = [
    ...exports.map(
      (made): DataRequest => ({
        id: `export ${made.id}`,
        what: texts.export,
        userId: made.user_id,
        by: made.acting_user_id,
        at: made.export_time,
        state: exportState(made),
        ...(made.export_url !== null && { download: `/api/v1/export/people/${made.id}/download` }),
      }),
    ),
    ...erasures.map(
      (erasure): DataRequest => ({
        id: `erasure ${erasure.user_id}`,
        what: erasure.messages === 'delete' ? texts.erasureWithMessages : texts.erasure,
        userId: erasure.user_id,
        by: erasure.acting_user_id,
        at: erasure.requested_timestamp,
        state: erasure.finished_timestamp === null ? 'pending' : 'done',
        ...(erasure.messages === 'delete' && { detail: texts.deletedMessages(erasure.deleted_messages) }),
      }),
    ),
  ]
  return requests.sort((one, other) => other.at - one.at)
}

function exportState({ failed, pending }: { failed: boolean; pending: boolean }): State {
  if (failed) return 'failed'
  return pending ? 'pending' : 'done'
}
