import { useQuery } from '@tanstack/react-query'
import { Plus, Smartphone } from 'lucide-react'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { useTiedNumbers } from '../../chat/texted/texted-notice.tsx'
import type { PageDialogProps, Resource } from '../../resource/resource.ts'
import { ResourceDialog } from '../../resource/resource-dialog.tsx'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { openStreams } from '../realm-settings/stream-select.tsx'

interface Tied {
  stream_id: number
  number: string
}

/** Texting numbers whose conversations are topics of a stream. */
export function NumbersTab() {
  const tied = useTiedNumbers()
  const streams = useChat((state) => state.streams)
  const texts = o.numbers
  const nameOf = ({ stream_id }: Tied) => streams.get(stream_id)?.name ?? texts.hiddenStream
  const resource: Resource<Tied> = {
    title: texts.title,
    intro: texts.intro,
    query: tied,
    idOf: ({ stream_id }) => stream_id,
    nameOf: ({ number }) => showNumber(number),
    empty: { icon: <Smartphone />, title: texts.none, hint: texts.noneHint },
    columns: [
      { heading: texts.number, cell: ({ number }) => showNumber(number) },
      { heading: texts.stream, cell: (one) => <a href={`#streams/${one.stream_id}`}>{nameOf(one)}</a> },
      {
        heading: '',
        cell: ({ number }, open) => (
          <Button
            size="small"
            aria-label={texts.untieNumber(showNumber(number))}
            onClick={() => open('delete')}
          >
            {texts.untie}
          </Button>
        ),
      },
    ],
    create: { label: texts.tie, icon: <Plus /> },
    remove: {
      title: ({ number }) => texts.untieTitle(showNumber(number)),
      confirm: texts.untie,
      text: (one) => texts.untieHint(nameOf(one)),
      run: ({ stream_id }) => callChat('DELETE /workspace/numbers/{stream_id}', { stream_id }),
    },
    pageDialogs: { new: (props) => <TieNumberDialog {...props} tied={tied.data ?? []} /> },
  }
  return <ResourceList resource={resource} />
}

interface Choice {
  number: string
  /** null: not chosen yet */
  stream_id: number | null
}

interface TieNumberDialogProps extends PageDialogProps {
  tied: readonly Tied[]
}

/** Chooses a number and its stream. */
function TieNumberDialog({ tied, onClose }: TieNumberDialogProps) {
  const free = useQuery({
    queryKey: chatKeys.freeNumbers,
    queryFn: async ({ signal }) => (await callChat('GET /workspace/free_numbers', {}, { signal })).numbers,
  })
  const streams = useChat(openStreams).filter((one) => !tied.some((tie) => tie.stream_id === one.stream_id))
  const texts = o.numbers
  const [first] = free.data ?? []
  if (first === undefined)
    return (
      <Dialog title={texts.tie} onClose={onClose} actions={<Button onClick={onClose}>{t.ui.cancel}</Button>}>
        {free.isPending && <LoadingState />}
        {free.error && <ErrorState error={free.error} onRetry={free.refetch} />}
        {free.data && <Notice>{texts.noFree}</Notice>}
      </Dialog>
    )
  return (
    <ResourceDialog<Tied, Choice>
      form={{
        title: () => texts.tie,
        submit: texts.tieNow,
        saved: null,
        fields: [
          {
            kind: 'select',
            at: '/number',
            label: texts.number,
            options: (free.data ?? []).map((value) => ({ value, text: showNumber(value) })),
          },
          {
            kind: 'select',
            at: '/stream_id',
            label: texts.stream,
            hint: texts.streamHint,
            options: [
              { value: null, text: texts.chooseStream },
              ...streams.map(({ stream_id, name }) => ({ value: stream_id, text: name })),
            ],
          },
        ],
        isReady: (draft) => draft.value('/stream_id') !== null,
        create: {
          fresh: { number: first, stream_id: null },
          async save({ number, stream_id: id }) {
            if (id !== null) await callChat('PUT /workspace/numbers/{stream_id}', { number, stream_id: id })
          },
        },
      }}
      item={undefined}
      onClose={onClose}
      onSaved={onClose}
    />
  )
}
